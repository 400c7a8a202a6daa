#ifndef HOST_KEYPAD_H
#define HOST_KEYPAD_H

#include "scripting.h"

// Exports `_host.seesOpposing()`: whether the game sees opposing directions that are pressed together.
void keypad_open(struct scripting* scripting, const struct game* game);

#endif
