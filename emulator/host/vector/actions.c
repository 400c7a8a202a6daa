#include "actions.h"

static struct {
    const struct vector_block* block;
    struct worker_words* words;
    uint32_t game;
    uint64_t count; // with those of the step that runs
    struct action run; // of frames with the same keys
} writing;

void actions_open(const struct vector_block* block, struct worker_words* words, uint32_t game) {
    writing.block = block;
    writing.words = words;
    writing.game = game;
    writing.count = words->actions;
}

static void write_run(void) {
    if (writing.run.frames) {
        *vector_block_action(writing.block, writing.game, writing.count++) = writing.run;
        writing.run = (struct action) {0};
    }
}

void actions_reset(uint16_t start, uint32_t edition) {
    writing.run = (struct action) {.flags = ACTION_RESET, .start = start, .edition = edition};
}

void actions_add(uint32_t keys) {
    if (writing.run.keys != keys) {
        write_run();
    }
    writing.run.keys = (uint16_t) keys;
    ++writing.run.frames;
}

void actions_end(uint32_t step) {
    write_run();
    for (uint64_t i = writing.words->actions; i != writing.count; ++i) {
        vector_block_action(writing.block, writing.game, i)->step = step;
    }
    writing.words->actions = writing.count;
    volatile uint64_t* played = (volatile uint64_t*) (void*) (writing.block->bytes + writing.block->layout.at[AREA_PLAYED]);
    played[writing.game] = writing.count;
}
