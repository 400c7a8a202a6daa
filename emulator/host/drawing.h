#ifndef HOST_DRAWING_H
#define HOST_DRAWING_H

#include "game.h"
#include "scripting.h"

// Whether frames are drawn, decided by the scripts: `_host.setDrawing(on)`, from the next frame on. Undrawn ones take two thirds
// of the time, and the picture stays that of the last one that was drawn. `game` must outlive the scripts.
void drawing_open(struct scripting* scripting, struct game* game);

#endif
