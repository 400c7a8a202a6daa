#ifndef HOST_VECTOR_ACTIONS_H
#define HOST_VECTOR_ACTIONS_H

#include "block.h"
#include "shared.h"

#include <stdint.h>

// The latest actions of a game in the block, from which its episode can be played again: what the game really got, frame by frame. Its
// worker writes them.

// Begins to write for a game, in its worker.
void actions_open(const struct vector_block* block, struct worker_words* words, uint32_t game);

// The game was reset to a start; `edition` tells which content that had.
void actions_reset(uint16_t start, uint32_t edition);

// A frame runs with these keys.
void actions_add(uint32_t keys);

// A step has ended: its actions count from now on.
void actions_end(uint32_t step);

#endif
