#ifndef HOST_VECTOR_BLOCK_H
#define HOST_VECTOR_BLOCK_H

#include "failure.h"
#include "layout.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

// The memory that a vector shares with its client, which may write anything to it at any moment.

struct vector_block {
    struct vector_layout layout;
    int file; // in memory, sealed
    uint8_t* bytes;
};

// Creates the block. The layout must be made.
bool vector_block_open(struct vector_block* block, struct failure* failure);

// Returns a word of an area whose words are futexes or are written by more than one process.
static inline _Atomic uint32_t* vector_block_word(const struct vector_block* block, enum vector_area area, size_t index) {
    return (_Atomic uint32_t*) (void*) (block->bytes + block->layout.at[area]) + index;
}

// Returns an area of other numbers. Read each once, so that it can't change between its check and its use.
static inline const volatile void* vector_block_area(const struct vector_block* block, enum vector_area area) {
    return block->bytes + block->layout.at[area];
}

// Returns the place of a game's action. The places are a ring: an action replaces the one VECTOR_ACTIONS before.
static inline struct action* vector_block_action(const struct vector_block* block, uint32_t game, uint64_t number) {
    struct action* first = (struct action*) (void*) (block->bytes + block->layout.at[AREA_ACTIONS]);
    return first + (size_t) game * VECTOR_ACTIONS + number % VECTOR_ACTIONS;
}

#endif
