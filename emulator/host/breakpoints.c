#include "breakpoints.h"

#include "accesses.h"
#include "breakpoint_list.h"
#include "exact_run.h"
#include "history.h"

#include <mgba/core/timing.h>
#include <mgba/internal/arm/arm.h>
#include <mgba/internal/gba/gba.h>
#include <mgba/internal/sm83/sm83.h>
#include <mgba/script/macros.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// Hits that wait for the script, which takes them each frame.
#define HITS_MAX 64
#define HIT_LINE_MAX 320

struct hit {
    int32_t id;
    struct access_seen seen;
    int64_t frame;
    uint32_t cycle;
    uint32_t pc;
    bool is_dma;
    uint32_t registers[17];
};

static struct game* current; // NULL: scripts have no breakpoints
static uint32_t frame_begin;
static struct hit hits[HITS_MAX];
static size_t hit_count;
static int64_t lost;

static size_t read_registers(uint32_t* registers) {
    if (current->core->platform(current->core) == mPLATFORM_GBA) {
        const struct ARMCore* cpu = current->core->cpu;
        for (size_t i = 0; i < 16; ++i) {
            registers[i] = (uint32_t) cpu->gprs[i];
        }
        registers[16] = (uint32_t) cpu->cpsr.packed;
        return 17;
    }
    const struct SM83Core* cpu = current->core->cpu;
    const uint32_t all[] = {cpu->a, cpu->f.packed, cpu->b, cpu->c, cpu->d, cpu->e, cpu->h, cpu->l, cpu->sp, cpu->pc};
    memcpy(registers, all, sizeof(all));
    return sizeof(all) / sizeof(*all);
}

static bool is_dma(void) {
    return current->core->platform(current->core) == mPLATFORM_GBA && ((const struct GBA*) current->core->board)->performingDMA;
}

static void add_hit(const struct breakpoint* breakpoint, void* context) {
    const struct access_seen* seen = context;
    if (hit_count == HITS_MAX) {
        ++lost;
        return;
    }
    struct mCore* core = current->core;
    struct hit* hit = &hits[hit_count++];
    *hit = (struct hit) {
        .id = breakpoint->id, .seen = *seen, .frame = (int64_t) core->frameCounter(core), .is_dma = is_dma(),
        .cycle = (uint32_t) mTimingCurrentTime(core->timing) - frame_begin,
        .pc = seen->accesses == ACCESS_EXECUTE ? seen->address : exact_run_address(core),
    };
    read_registers(hit->registers);
}

static void on_access(const struct access_seen* seen) {
    if (!history_is_busy() && !history_scripts_are_running()) {
        struct access_seen copy = *seen;
        breakpoint_list_meet(current->core, seen->accesses, seen->address, seen->size, seen->after, add_hit, &copy);
    }
}

static void on_instruction(uint32_t address) {
    if (breakpoint_list_may_have(ACCESS_EXECUTE, address, 1)) {
        const struct access_seen seen = {ACCESS_EXECUTE, address, 1, 0, 0};
        on_access(&seen);
    }
}

void breakpoints_run(struct game* game, uint32_t begin) {
    const bool is_watched = game == current && breakpoint_list_count();
    frame_begin = begin;
    // The address of an instruction on the Game Boy is known only then.
    if (is_watched && (breakpoint_list_accesses() & ACCESS_EXECUTE || game->core->platform(game->core) == mPLATFORM_GB)) {
        exact_run(game->core, on_instruction);
    } else {
        game->core->runLoop(game->core);
    }
}

// Without breakpoints the game runs with mGBA's own functions.
static void update(void) {
    if (breakpoint_list_accesses() & ~(unsigned) ACCESS_EXECUTE) {
        accesses_attach(current->core, on_access);
    } else {
        accesses_detach();
    }
}

static int32_t set_breakpoint(int32_t accesses, int64_t first, int64_t last, int32_t comparison, int64_t mask, int64_t value,
                              const char* name, int64_t limit) {
    struct breakpoint breakpoint = {
        .accesses = (unsigned) accesses, .first = (uint32_t) first, .last = (uint32_t) last,
        .comparison = (enum comparison) comparison, .mask = (uint32_t) mask, .value = (uint32_t) value, .limit = limit,
    };
    snprintf(breakpoint.name, sizeof(breakpoint.name), "%s", name);
    const int32_t id = breakpoint_list_add(&breakpoint);
    update();
    return id;
}

static bool clear_breakpoint(int32_t id) {
    const bool was_there = id ? breakpoint_list_remove(id) : breakpoint_list_count();
    if (!id) {
        breakpoint_list_clear();
    }
    update();
    return was_there;
}

static struct mScriptValue* list_breakpoints(void) {
    static char lines[BREAKPOINTS_MAX * 160];
    size_t size = 0;
    for (size_t i = 0; i < breakpoint_list_count(); ++i) {
        const struct breakpoint* each = breakpoint_list_at(i);
        size += (size_t) snprintf(lines + size, sizeof(lines) - size,
                                  "%" PRId32 " %u %" PRIu32 " %" PRIu32 " %d %" PRIu32 " %" PRIu32 " %s %" PRId64 " %" PRId64 "\n",
                                  each->id, each->accesses, each->first, each->last, (int) each->comparison, each->mask, each->value,
                                  *each->name ? each->name : "-", each->limit, each->hits);
    }
    return scripting_text(lines, size);
}

static size_t write_hit(char* to, size_t left, const struct hit* hit) {
    const struct access_seen* seen = &hit->seen;
    size_t size = (size_t) snprintf(to, left, "%" PRId32 " %u %" PRId64 " %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32
                                    " %" PRIu32 " %d", hit->id, seen->accesses, hit->frame, hit->cycle, hit->pc, seen->address,
                                    seen->size, seen->before, seen->after, hit->is_dma);
    uint32_t unused[17];
    const size_t count = read_registers(unused);
    for (size_t i = 0; i < count; ++i) {
        size += (size_t) snprintf(to + size, left - size, " %" PRIu32, hit->registers[i]);
    }
    to[size] = '\n';
    return size + 1;
}

static struct mScriptValue* take_hits(void) {
    static char lines[32 + HITS_MAX * HIT_LINE_MAX];
    if (!hit_count && !lost) {
        return scripting_text("", 0);
    }
    size_t size = (size_t) snprintf(lines, sizeof(lines), "%" PRId64 "\n", lost);
    for (size_t i = 0; i < hit_count; ++i) {
        size += write_hit(lines + size, sizeof(lines) - size, &hits[i]);
    }
    hit_count = 0;
    lost = 0;
    return scripting_text(lines, size);
}

mSCRIPT_BIND_FUNCTION(set_binding, S32, set_breakpoint, 8, S32, accesses, S64, first, S64, last, S32, comparison, S64, mask, S64, value,
                      CHARP, name, S64, limit);
mSCRIPT_BIND_FUNCTION(clear_binding, BOOL, clear_breakpoint, 1, S32, id);
mSCRIPT_BIND_FUNCTION(list_binding, WSTR, list_breakpoints, 0);
mSCRIPT_BIND_FUNCTION(take_binding, WSTR, take_hits, 0);

void breakpoints_open(struct scripting* scripting, struct game* game) {
    current = game;
    scripting_export(scripting, "setBreakpoint", &set_binding);
    scripting_export(scripting, "clearBreakpoint", &clear_binding);
    scripting_export(scripting, "breakpoints", &list_binding);
    scripting_export(scripting, "takeHits", &take_binding);
}

void breakpoints_leave(void) {
    accesses_detach();
    breakpoint_list_clear();
    hit_count = 0;
    lost = 0;
}
