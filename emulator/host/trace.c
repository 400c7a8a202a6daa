#include "trace.h"

#include "disassembly.h"
#include "exact_run.h"
#include "hits.h"

#include <mgba/core/timing.h>

#include <inttypes.h>
#include <stdio.h>

static struct game* watched;
static int64_t frame;
static uint32_t frame_begin;
static int64_t skip;
static int64_t left;
static uint32_t second_half; // of a Thumb call, whose first half has the text of both; 0: none

void trace_begin(struct game* game, const struct inspection* inspection) {
    watched = game;
    skip = inspection->skip;
    left = inspection->lines;
}

void trace_begin_frame(int64_t number, uint32_t begin) {
    frame = number;
    frame_begin = begin;
}

static const char* mode(void) {
    struct mCore* core = watched->core;
    return core->platform(core) != mPLATFORM_GBA ? "sm83" : exact_run_size(core) == 4 ? "arm" : "thumb";
}

static size_t read_code(uint32_t address, uint8_t* bytes, size_t max, char* text) {
    struct mCore* core = watched->core;
    for (size_t i = 0; i < max; ++i) {
        bytes[i] = (uint8_t) core->rawRead8(core, address + (uint32_t) i, -1);
    }
    return disassembly_read(mode(), address, bytes, max, text);
}

void trace_write(uint32_t address) {
    if (skip > 0) {
        --skip;
        return;
    }
    const bool is_second_half = second_half && address == second_half;
    second_half = 0;
    if (!left || is_second_half) {
        return;
    }
    --left;
    uint8_t bytes[4];
    char text[DISASSEMBLY_TEXT_MAX] = "";
    const size_t size = read_code(address, bytes, sizeof(bytes), text);
    if (size == 4 && mode()[0] == 't') {
        second_half = address + 2;
    }
    const struct access_seen none = {0};
    struct hit now;
    hit_read(&now, watched, 0, &none, frame_begin);
    printf("step %" PRId64 " %" PRIu32 " %" PRIu32 " %s ", frame, now.cycle, address, mode());
    for (size_t i = 0; i < size; ++i) {
        printf("%02x", bytes[i]);
    }
    for (size_t i = 0; i < hit_register_count(watched); ++i) {
        printf("%c%" PRIu32, i ? ',' : ' ', now.registers[i]);
    }
    printf(" %s\n", text);
}
