#ifndef HOST_RESETTING_H
#define HOST_RESETTING_H

#include "game.h"
#include "scripting.h"

#include <stdbool.h>

// Exports `_host.resetGame`, which resets the game once the callback has returned: mGBA's own reset within a frame leaves the rest of
// that frame to the new game.
void resetting_open(struct scripting* scripting, struct game* game);

// Resets the game if a script has asked for it, and returns whether it did. Then the next frame is due at once.
bool resetting_finish(void);

#endif
