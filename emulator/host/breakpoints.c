#include "breakpoints.h"

#include "accesses.h"
#include "breakpoint_list.h"
#include "exact_run.h"
#include "history.h"
#include "hits.h"
#include "stops.h"

#include <mgba/script/macros.h>

#include <inttypes.h>
#include <stdio.h>

// A script gives accesses and the milliseconds of a stop in one number; these bits are the accesses.
#define ACCESS_BITS 4

static struct game* current; // NULL: scripts have no breakpoints
static uint32_t frame_begin;

static void on_hit(const struct breakpoint* breakpoint, const void* context) {
    struct hit hit;
    hit_read(&hit, current, breakpoint->id, context, frame_begin);
    hits_add(&hit);
    if (breakpoint->stop) {
        stops_request(&hit, breakpoint->stop);
    }
}

// Scripts read and write memory through the same functions, also while the game is stopped.
static void on_access(const struct access_seen* seen) {
    if (!history_is_busy() && !history_scripts_are_running()) {
        breakpoint_list_match(current->core, seen->accesses, seen->address, seen->size, seen->after, on_hit, seen);
    }
}

// Called by an exact run, in which no script runs.
static void on_instruction(uint32_t address) {
    if (breakpoint_list_may_have(ACCESS_EXECUTE, address, 1)) {
        const struct access_seen seen = {ACCESS_EXECUTE, address, 1, 0, 0};
        on_access(&seen);
    }
    if (!history_is_busy()) {
        stops_pass(address, frame_begin);
    }
}

// Stops are between two instructions. The address of an instruction on the Game Boy is known only in an exact run.
static bool needs_exact_run(struct game* game) {
    if (game != current) {
        return false;
    }
    const bool is_gb = game->core->platform(game->core) == mPLATFORM_GB;
    return stops_are_near() || breakpoint_list_stops() || breakpoint_list_accesses() & ACCESS_EXECUTE
        || (is_gb && breakpoint_list_count());
}

static void run_part(struct game* game, uint32_t begin) {
    frame_begin = begin;
    if (needs_exact_run(game)) {
        exact_run(game->core, on_instruction);
    } else {
        game->core->runLoop(game->core);
    }
}

// Without breakpoints on reads or writes, mGBA's own functions access the memory.
static void attach_if_needed(void) {
    if (breakpoint_list_accesses() & ~(unsigned) ACCESS_EXECUTE) {
        accesses_attach(current->core, on_access);
    } else {
        accesses_detach();
    }
}

static int32_t set_breakpoint(int32_t accesses, int64_t first, int64_t last, int32_t comparison, int64_t mask, int64_t value,
                              const char* register_name, int64_t limit) {
    struct breakpoint breakpoint = {
        .accesses = (unsigned) accesses % (1 << ACCESS_BITS), .stop = (uint32_t) accesses >> ACCESS_BITS,
        .first = (uint32_t) first, .last = (uint32_t) last,
        .comparison = (enum comparison) comparison, .mask = (uint32_t) mask, .value = (uint32_t) value, .limit = limit,
    };
    // No register has a name that would be cut.
    snprintf(breakpoint.register_name, sizeof(breakpoint.register_name), "%s", register_name);
    const int32_t id = breakpoint_list_add(&breakpoint);
    attach_if_needed();
    return id;
}

static bool clear_breakpoint(int32_t id) {
    const bool was_there = id ? breakpoint_list_remove(id) : breakpoint_list_count();
    if (!id) {
        breakpoint_list_clear();
    }
    attach_if_needed();
    return was_there;
}

static struct mScriptValue* list_breakpoints(void) {
    static char lines[BREAKPOINTS_MAX * 160];
    size_t size = 0;
    for (size_t i = 0; i < breakpoint_list_count(); ++i) {
        const struct breakpoint* each = breakpoint_list_at(i);
        size += (size_t) snprintf(lines + size, sizeof(lines) - size,
                                  "%" PRId32 " %u %" PRIu32 " %" PRIu32 " %d %" PRIu32 " %" PRIu32 " %s %" PRId64 " %" PRId64 "\n",
                                  each->id, each->accesses | each->stop << ACCESS_BITS, each->first, each->last, (int) each->comparison,
                                  each->mask, each->value,
                                  *each->register_name ? each->register_name : "-", each->limit, each->hits);
    }
    return scripting_text(lines, size);
}

static struct mScriptValue* take_hits(void) {
    size_t size;
    const char* lines = hits_take(current, &size);
    return scripting_text(lines, size);
}

mSCRIPT_BIND_FUNCTION(set_binding, S32, set_breakpoint, 8, S32, accesses, S64, first, S64, last, S32, comparison, S64, mask, S64, value,
                      CHARP, register_name, S64, limit);
mSCRIPT_BIND_FUNCTION(clear_binding, BOOL, clear_breakpoint, 1, S32, id);
mSCRIPT_BIND_FUNCTION(list_binding, WSTR, list_breakpoints, 0);
mSCRIPT_BIND_FUNCTION(take_binding, WSTR, take_hits, 0);

void breakpoints_open(struct scripting* scripting, struct game* game) {
    current = game;
    scripting_export(scripting, "setBreakpoint", &set_binding);
    scripting_export(scripting, "clearBreakpoint", &clear_binding);
    scripting_export(scripting, "breakpoints", &list_binding);
    scripting_export(scripting, "takeHits", &take_binding);
    stops_open(scripting, game);
    game_set_runner(run_part);
}

void breakpoints_leave(void) {
    accesses_detach();
    breakpoint_list_clear();
    hits_clear();
    stops_cancel();
}
