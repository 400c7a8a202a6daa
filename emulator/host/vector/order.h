#ifndef HOST_VECTOR_ORDER_H
#define HOST_VECTOR_ORDER_H

#include "block.h"

#include <stdbool.h>
#include <stdint.h>

// What a client asks of a game: a copy, which the client can't change any more.

#define STARTS_MAX 16

#define ORDER_KEYS 0x3FF
#define ORDER_FRAMES_MAX 3600

enum order_flag { ORDER_RESET = 1, ORDER_SEED = 2 };

enum vector_status {
    STATUS_STEPPED, STATUS_DIED, STATUS_STUCK,
    STATUS_BAD_KEYS = 16, STATUS_BAD_FRAMES, STATUS_BAD_FLAGS, STATUS_BAD_START, STATUS_BAD_BATCH
};

struct order {
    uint32_t ticket; // of `asked`
    uint32_t batch;  // below VECTOR_BATCHES
    uint16_t keys;
    uint16_t frames;
    uint16_t flags;
    uint16_t start;
    uint64_t seed;
    enum vector_status status; // STATUS_STEPPED: the numbers are right
};

// Returns whether there is another order than the one that was answered last.
bool order_is_there(const struct vector_block* block, uint32_t game, uint32_t answered);

// Copies a game's order and checks it, but for whether there is a start.
struct order order_take(const struct vector_block* block, uint32_t game);

#endif
