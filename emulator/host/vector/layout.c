#include "layout.h"

#include <string.h>

#define PAGE ((size_t) 4096)
#define CACHE_LINE ((size_t) 64)

struct header {
    char magic[8];
    uint32_t version;
    uint32_t count;
    uint32_t reads;
    uint32_t width;
    uint32_t height;
    uint32_t channels;
    uint32_t batches;
    uint32_t actions;
    uint64_t size;
    uint64_t at[AREA_COUNT];
};

static size_t round_up(size_t size, size_t unit) {
    return (size + unit - 1) / unit * unit;
}

void vector_layout_make(struct vector_layout* layout, uint32_t count, uint32_t width, uint32_t height, uint32_t channels) {
    *layout = (struct vector_layout) {.count = count, .width = width, .height = height, .channels = width ? channels : 0};
    layout->picture = (size_t) width * height * layout->channels;
    const size_t games = count, answers = games * VECTOR_BATCHES;
    const size_t sizes[AREA_COUNT] = {
        [AREA_BELL] = 3 * sizeof(uint32_t), // the words of bell.c, and WORD_BATCH of order.c
        [AREA_ASKED] = games * sizeof(uint32_t),
        [AREA_KEYS] = games * sizeof(uint16_t),
        [AREA_FRAMES] = games * sizeof(uint16_t),
        [AREA_FLAGS] = games * sizeof(uint16_t),
        [AREA_START] = games * sizeof(uint16_t),
        [AREA_SEED] = games * sizeof(uint64_t),
        [AREA_DONE] = sizeof(uint32_t),
        [AREA_ANSWERED] = games * sizeof(uint32_t),
        [AREA_STATUS] = answers * sizeof(uint32_t),
        [AREA_FRAME] = answers * sizeof(int64_t),
        [AREA_MISSING] = answers * sizeof(uint64_t),
        [AREA_VALUES] = answers * VECTOR_READS_MAX * sizeof(int64_t),
        [AREA_PLAYED] = games * sizeof(uint64_t),
        [AREA_ACTIONS] = games * VECTOR_ACTIONS * sizeof(struct action),
        [AREA_PIXELS] = answers * layout->picture,
    };
    size_t at = PAGE;
    for (size_t i = 0; i < AREA_COUNT; ++i) {
        layout->at[i] = at;
        // Nothing that two sides write shares a cache line.
        at = round_up(at + sizes[i], i >= AREA_MISSING ? PAGE : CACHE_LINE);
    }
    layout->size = round_up(at, PAGE);
    if (!layout->picture) {
        layout->at[AREA_PIXELS] = layout->size;
    }
}

void vector_layout_describe(const struct vector_layout* layout, uint8_t* block) {
    struct header header = {
        .magic = "MGBAVEC", .version = VECTOR_LAYOUT_VERSION, .count = layout->count, .reads = VECTOR_READS_MAX, .width = layout->width,
        .height = layout->height, .channels = layout->channels, .batches = VECTOR_BATCHES, .actions = VECTOR_ACTIONS, .size = layout->size,
    };
    for (size_t i = 0; i < AREA_COUNT; ++i) {
        header.at[i] = layout->at[i];
    }
    memcpy(block, &header, sizeof(header));
}
