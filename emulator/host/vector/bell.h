#ifndef HOST_VECTOR_BELL_H
#define HOST_VECTOR_BELL_H

#include "block.h"

#include <stdint.h>

// The futexes of the block: the bell, which a client rings for a step, and the count of answers, on which it waits.

uint32_t bell_count(const struct vector_block* block);

// Waits until the bell is not `seen` any more, or was rung for this game. First looks for `spin` microseconds without sleeping.
void bell_wait(const struct vector_block* block, uint32_t seen, uint32_t game, int64_t spin);

// Wakes a worker though the client didn't ring.
void bell_wake(const struct vector_block* block, uint32_t game);

// Counts an answer, and wakes the client once it has as many as it waits for; with `always` even before.
void bell_count_answer(const struct vector_block* block, bool always);

#endif
