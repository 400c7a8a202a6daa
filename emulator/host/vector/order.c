#include "order.h"

#define WORD_BATCH 2

bool order_is_there(const struct vector_block* block, uint32_t game, uint32_t answered) {
    return atomic_load(vector_block_word(block, AREA_ASKED, game)) != answered;
}

static uint16_t take16(const struct vector_block* block, enum vector_area area, uint32_t game) {
    return ((const volatile uint16_t*) vector_block_area(block, area))[game];
}

static enum vector_status check_order(const struct order* order) {
    if (order->keys & ~ORDER_KEYS) {
        return STATUS_BAD_KEYS;
    }
    if (order->frames < 1 || order->frames > ORDER_FRAMES_MAX) {
        return STATUS_BAD_FRAMES;
    }
    if (order->flags & ~(ORDER_RESET | ORDER_SEED)) {
        return STATUS_BAD_FLAGS;
    }
    return order->flags & ORDER_RESET && order->start >= STARTS_MAX ? STATUS_BAD_START : STATUS_STEPPED;
}

struct order order_take(const struct vector_block* block, uint32_t game) {
    struct order order = {
        // First: the client writes it last.
        .ticket = atomic_load(vector_block_word(block, AREA_ASKED, game)),
        .batch = atomic_load(vector_block_word(block, AREA_BELL, WORD_BATCH)),
        .keys = take16(block, AREA_KEYS, game),
        .frames = take16(block, AREA_FRAMES, game),
        .flags = take16(block, AREA_FLAGS, game),
        .start = take16(block, AREA_START, game),
        .seed = ((const volatile uint64_t*) vector_block_area(block, AREA_SEED))[game],
    };
    order.status = check_order(&order);
    if (order.batch >= VECTOR_BATCHES) {
        order.batch = 0;
        order.status = STATUS_BAD_BATCH;
    }
    return order;
}
