#ifndef HOST_MESSAGES_H
#define HOST_MESSAGES_H

#include "box_filter.h"
#include "scripting.h"

#include <mgba/core/core.h>

#include <stdbool.h>
#include <stddef.h>

#define MESSAGES_MAX 8
#define MESSAGE_BYTES_MAX 600
#define MESSAGE_FRAMES_MAX 3600
// Max lines of all messages in a picture. The newest ones stay.
#define MESSAGE_LINES_MAX 8

// Messages to the player. They are drawn into copies of the picture, so the game, its history and its movies never have them.
//
// Exports `_host.showMessage(text, frames)`, which shows a line of 1 to MESSAGE_BYTES_MAX bytes of UTF-8 in the picture of this frame and
// of the next ones, together 1 to MESSAGE_FRAMES_MAX. A line feed is drawn as a box, like all characters that letters.h lacks. It returns
// false if an argument is wrong. If there are MESSAGES_MAX already, the oldest one is dropped.
void messages_open(struct scripting* scripting);

// Called before each frame: drops the messages whose frames are over.
void messages_pass_frame(void);

// Draws the messages into a picture of `size` without lines between its rows: wrapped, the newest at the bottom.
void messages_draw(color_t* picture, struct picture_size size);

#endif
