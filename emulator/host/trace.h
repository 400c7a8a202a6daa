#ifndef HOST_TRACE_H
#define HOST_TRACE_H

#include "game.h"
#include "inspection.h"

#include <stdint.h>

// Writes each instruction of a game before it runs, up to a number of them, as "step FRAME CYCLE ADDRESS MODE BYTES REGISTERS TEXT": the
// frame's number in the movie, cycles since it began, the bytes as hexadecimal digits, and the registers with commas between them.

void trace_begin(struct game* game, const struct inspection* inspection);

// Called before each frame, with its number in the movie and when it begins, in the core's timing units.
void trace_begin_frame(int64_t frame, uint32_t begin);

void trace_write(uint32_t address);

#endif
