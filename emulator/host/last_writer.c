#include "last_writer.h"

#include "accesses.h"
#include "breakpoint_list.h"
#include "history.h"
#include "hits.h"

#include <stdio.h>

static struct game* watched;
static int64_t frame;
static uint32_t frame_begin;
static struct hit latest;
static bool is_found;

static void keep_hit(const struct breakpoint* breakpoint, const void* context) {
    hit_read(&latest, watched, breakpoint->id, context, frame_begin);
    latest.frame = frame;
    is_found = true;
}

static void on_access(const struct access_seen* seen) {
    if (!history_is_busy()) {
        breakpoint_list_match(watched->core, seen->accesses, seen->address, seen->size, seen->after, keep_hit, seen);
    }
}

void last_writer_begin(struct game* game, const struct inspection* inspection) {
    const uint32_t first = accesses_place(game->core, inspection->first);
    const struct breakpoint writes = {
        .accesses = ACCESS_WRITE, .first = first, .last = first + (inspection->last - inspection->first), .mask = UINT32_MAX,
    };
    watched = game;
    breakpoint_list_add(&writes);
    accesses_attach(game->core, on_access);
}

void last_writer_begin_frame(int64_t number, uint32_t begin) {
    frame = number;
    frame_begin = begin;
}

static bool has_other_value(void) {
    struct mCore* core = watched->core;
    const uint32_t address = latest.seen.address;
    switch (latest.seen.size) {
    case 1:
        return core->rawRead8(core, address, -1) != latest.seen.after;
    case 2:
        return core->rawRead16(core, address, -1) != latest.seen.after;
    default:
        return core->rawRead32(core, address, -1) != latest.seen.after;
    }
}

void last_writer_print(void) {
    char line[HIT_LINE_MAX];
    if (!is_found) {
        puts("none");
        return;
    }
    const size_t size = hit_write(line, sizeof(line), &latest, watched);
    printf("write %d %.*s\n", has_other_value(), (int) size, line);
}
