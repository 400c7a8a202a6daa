#ifndef HOST_PICTURE_H
#define HOST_PICTURE_H

#include "failure.h"
#include "game.h"
#include "scripting.h"

#include <stdbool.h>

// Exports the screen as pixels, because mGBA's PNG takes milliseconds: `_host.picture()` returns the latest frame as a string, line by
// line from the top left, four bytes per pixel: red, green, blue, unused. `_host.pictureWidth()` returns the pixels per line,
// `_host.pictureHeight()` the lines. `_host.resizedPicture(width, height, gray)` returns what box_filter (box_filter.h) writes.
// `_host.shownPicture()` returns it with the messages to the player over it (messages.h); all others return the game's own.
// `_host.pictureHash(x, y, width, height)` returns the XXH64 of a part's red, green and blue; of all with width or height 0.
bool picture_open(struct scripting* scripting, const struct game* game, struct failure* failure);
void picture_close(void);

#endif
