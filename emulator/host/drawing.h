#ifndef HOST_DRAWING_H
#define HOST_DRAWING_H

#include "game.h"
#include "scripting.h"

// Exports `_host.setDrawing(on)`: switches drawing on or off, from the next frame on. A frame without drawing takes two thirds of the
// time, and the picture stays that of the last drawn frame. `game` must outlive the scripts.
void drawing_open(struct scripting* scripting, struct game* game);

#endif
