#ifndef HOST_VECTOR_BLOCK_H
#define HOST_VECTOR_BLOCK_H

#include "failure.h"
#include "layout.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

// The memory that a vector shares with its client, who may write anything to it at any moment.

struct vector_block {
    struct vector_layout layout;
    int file; // in memory, sealed
    uint8_t* bytes;
};

// Creates the block. The layout must be made.
bool vector_block_open(struct vector_block* block, struct failure* failure);

// Words that more than one process writes, or a futex.
static inline _Atomic uint32_t* vector_block_word(const struct vector_block* block, enum vector_area area, size_t index) {
    return (_Atomic uint32_t*) (void*) (block->bytes + block->layout.at[area]) + index;
}

// Other numbers. Each is read once, so that it can't change between its check and its use.
static inline const volatile void* vector_block_area(const struct vector_block* block, enum vector_area area) {
    return block->bytes + block->layout.at[area];
}

// An action of a game; they go round.
static inline struct action* vector_block_action(const struct vector_block* block, uint32_t game, uint64_t number) {
    struct action* first = (struct action*) (void*) (block->bytes + block->layout.at[AREA_ACTIONS]);
    return first + (size_t) game * VECTOR_ACTIONS + number % VECTOR_ACTIONS;
}

#endif
