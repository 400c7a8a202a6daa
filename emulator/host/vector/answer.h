#ifndef HOST_VECTOR_ANSWER_H
#define HOST_VECTOR_ANSWER_H

#include "block.h"
#include "order.h"

#include <stdint.h>

// Where the values and the pixels of an answer go.
struct answer {
    int64_t* values;
    uint8_t* pixels;
};

struct answer answer_place(const struct vector_block* block, uint32_t game, uint32_t batch);

// Writes status, frame and the bits of missing values of an answer. With another status than STATUS_STEPPED the frame is -1, and the
// missing bits, values and pixels are zeros.
void answer_write(const struct vector_block* block, uint32_t game, const struct order* order, int64_t frame, uint64_t missing);

// Publishes `ticket` as the latest order that the game has answered, and wakes the client once it has all answers that it waits for, with
// `always` even before.
void answer_publish(const struct vector_block* block, uint32_t game, uint32_t ticket, bool always);

#endif
