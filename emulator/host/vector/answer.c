#include "answer.h"

#include "bell.h"

#include <string.h>

struct answer answer_place(const struct vector_block* block, uint32_t game, uint32_t batch) {
    const struct vector_layout* layout = &block->layout;
    const size_t index = (size_t) batch * layout->count + game;
    return (struct answer) {
        .values = (int64_t*) (void*) (block->bytes + layout->at[AREA_VALUES]) + index * VECTOR_READS_MAX,
        .pixels = block->bytes + layout->at[AREA_PIXELS] + index * layout->picture,
    };
}

void answer_write(const struct vector_block* block, uint32_t game, const struct order* order, int64_t frame, uint64_t missing) {
    const struct vector_layout* layout = &block->layout;
    const size_t index = (size_t) order->batch * layout->count + game;
    const bool is_stepped = order->status == STATUS_STEPPED;
    if (!is_stepped) {
        const struct answer place = answer_place(block, game, order->batch);
        memset(place.values, 0, VECTOR_READS_MAX * sizeof(*place.values));
        memset(place.pixels, 0, layout->picture);
    }
    ((uint32_t*) (void*) (block->bytes + layout->at[AREA_STATUS]))[index] = order->status;
    ((int64_t*) (void*) (block->bytes + layout->at[AREA_FRAME]))[index] = is_stepped ? frame : -1;
    ((uint64_t*) (void*) (block->bytes + layout->at[AREA_MISSING]))[index] = is_stepped ? missing : 0;
}

void answer_publish(const struct vector_block* block, uint32_t game, uint32_t ticket, bool always) {
    atomic_store(vector_block_word(block, AREA_ANSWERED, game), ticket);
    bell_count_answer(block, always);
}
