#ifndef HOST_LAST_WRITER_H
#define HOST_LAST_WRITER_H

#include "game.h"
#include "inspection.h"

#include <stdint.h>

// Finds the instruction that wrote last to a range of memory.

void last_writer_begin(struct game* game, const struct inspection* inspection);

// Called before each frame, with its number in the movie and when it begins, in the core's timing units.
void last_writer_begin_frame(int64_t frame, uint32_t begin);

// Writes "write OTHER " and a line of hit_write, with the frame's number in the movie, or "none". OTHER is 1 if the memory has another
// value now: then something other than the game's code wrote it later.
void last_writer_print(void);

#endif
