#ifndef HOST_VECTOR_ANSWER_H
#define HOST_VECTOR_ANSWER_H

#include "block.h"
#include "order.h"

#include <stdint.h>

// Where the answer to an order goes.
struct answer {
    int64_t* values;
    uint8_t* pixels;
};

struct answer answer_place(const struct vector_block* block, uint32_t game, uint32_t batch);

// Writes all but values and pixels. With another status than STATUS_STEPPED these become zeros.
void answer_write(const struct vector_block* block, uint32_t game, const struct order* order, int64_t frame, uint64_t missing);

// Tells the client. With `always` it is woken in any case.
void answer_publish(const struct vector_block* block, uint32_t game, uint32_t ticket, bool always);

#endif
