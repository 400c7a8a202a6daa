#ifndef HOST_PICTURE_H
#define HOST_PICTURE_H

#include "failure.h"
#include "game.h"
#include "scripting.h"

#include <stdbool.h>

// The screen, given to the scripts without the milliseconds that a PNG takes: `_host.picture()` is a string of the latest
// frame's pixels, line by line from the top left, four bytes each: red, green, blue, and one that means nothing.
// `_host.pictureWidth()` tells how many pixels a line has.
bool picture_open(struct scripting* scripting, const struct game* game, struct failure* failure);
void picture_close(void);

#endif
