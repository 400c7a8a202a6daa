#include "text_buffer.h"

static void ignore(struct mScriptTextBuffer* buffer) {
    (void) buffer;
}

static void ignore_text(struct mScriptTextBuffer* buffer, const char* text) {
    (void) buffer;
    (void) text;
}

static void ignore_pair(struct mScriptTextBuffer* buffer, uint32_t a, uint32_t b) {
    (void) buffer;
    (void) a;
    (void) b;
}

static void ignore_number(struct mScriptTextBuffer* buffer, int32_t number) {
    (void) buffer;
    (void) number;
}

static uint32_t start(const struct mScriptTextBuffer* buffer) {
    (void) buffer;
    return 0;
}

static uint32_t columns(const struct mScriptTextBuffer* buffer) {
    (void) buffer;
    return 80;
}

static uint32_t rows(const struct mScriptTextBuffer* buffer) {
    (void) buffer;
    return 24;
}

struct mScriptTextBuffer* text_buffer_create(void* unused) {
    (void) unused;
    // It has no state, so all scripts share one.
    static struct mScriptTextBuffer buffer = {
        .init = ignore_text,
        .deinit = ignore,
        .setName = ignore_text,
        .getX = start,
        .getY = start,
        .cols = columns,
        .rows = rows,
        .print = ignore_text,
        .clear = ignore,
        .setSize = ignore_pair,
        .moveCursor = ignore_pair,
        .advance = ignore_number,
    };
    return &buffer;
}
