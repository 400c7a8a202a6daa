#include "stops.h"

#include <mgba/script/macros.h>

#include <inttypes.h>
#include <stdio.h>

static struct scripting* told;
static struct game* current;
static struct hit hit;      // what stops it
static uint32_t next;       // the next instruction
static uint32_t term;       // milliseconds; kept for the stop after steps
static bool is_demanded;
static bool stands;
static bool has_stood;
static int64_t steps;       // instructions until a stop; 0: there is none

void stops_demand(const struct hit* reason, uint32_t milliseconds) {
    hit = *reason;
    term = milliseconds;
    is_demanded = true;
}

bool stops_are_near(void) {
    return is_demanded || steps;
}

bool stops_have_been(void) {
    const bool had = has_stood;
    has_stood = false;
    return had;
}

void stops_forget(void) {
    is_demanded = false;
    steps = 0;
}

static void stand(uint32_t address, uint32_t begin) {
    const struct hit reason = hit;
    // The present frame, cycle and registers.
    hit_read(&hit, current, reason.id, &reason.seen, begin);
    hit.pc = reason.pc;
    hit.is_dma = reason.is_dma;
    next = address;
    stops_forget();
    stands = has_stood = true;
    scripting_trigger(told, "stopped");
    stands = false;
}

void stops_pass(uint32_t address, uint32_t begin) {
    if (steps && !--steps && !is_demanded) {
        const struct hit step = {.pc = address};
        stops_demand(&step, term);
    }
    if (!is_demanded) {
        return;
    }
    if (scripting_has(told, "stopped")) {
        stand(address, begin);
    } else {
        stops_forget();
    }
}

static struct mScriptValue* describe(void) {
    static char line[32 + HIT_LINE_MAX];
    if (!stands) {
        return scripting_text("", 0);
    }
    size_t size = (size_t) snprintf(line, sizeof(line), "%" PRIu32 " %" PRIu32 " ", next, term);
    size += hit_write(line + size, sizeof(line) - size, &hit, current);
    return scripting_text(line, size);
}

static void set_steps(int64_t count, int64_t milliseconds) {
    steps = count;
    term = milliseconds ? (uint32_t) milliseconds : term;
}

mSCRIPT_BIND_FUNCTION(place_binding, WSTR, describe, 0);
mSCRIPT_BIND_VOID_FUNCTION(set_steps_binding, set_steps, 2, S64, count, S64, milliseconds);

void stops_open(struct scripting* scripting, struct game* game) {
    told = scripting;
    current = game;
    scripting_export(scripting, "stop", &place_binding);
    scripting_export(scripting, "setSteps", &set_steps_binding);
}
