#ifndef HOST_VECTOR_LAYOUT_H
#define HOST_VECTOR_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

// Where everything is in the block that a vector shares with its client: docs/protocol/vectors.md. A process computes it once, and never
// reads it from the block, which the client can write.

#define VECTOR_LAYOUT_VERSION 2
#define VECTOR_BATCHES 2
#define VECTOR_READS_MAX 64
// Of each game, the latest ones. More than a step can have.
#define VECTOR_ACTIONS 4096u

enum vector_area {
    AREA_BELL, AREA_ASKED, AREA_KEYS, AREA_FRAMES, AREA_FLAGS, AREA_START, AREA_SEED, AREA_DONE, AREA_ANSWERED, AREA_STATUS, AREA_FRAME,
    AREA_MISSING, AREA_VALUES, AREA_PLAYED, AREA_ACTIONS, AREA_PIXELS, AREA_COUNT
};

enum action_flag { ACTION_RESET = 1 };

// Frames of a step with the same keys.
struct action {
    uint32_t step; // `asked` of the order
    uint16_t keys;
    uint16_t frames;
    uint16_t flags;
    uint16_t start; // of a reset before them
    uint32_t edition; // how often the start had been set
};

struct vector_layout {
    uint32_t count;
    uint32_t width; // of a picture; 0: none
    uint32_t height;
    uint32_t channels;
    size_t picture; // bytes of one
    size_t at[AREA_COUNT];
    size_t size;
};

void vector_layout_make(struct vector_layout* layout, uint32_t count, uint32_t width, uint32_t height, uint32_t channels);

// Writes the header of a block.
void vector_layout_describe(const struct vector_layout* layout, uint8_t* block);

#endif
