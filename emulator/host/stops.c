#include "stops.h"

#include <mgba/script/macros.h>

#include <inttypes.h>
#include <stdio.h>

static struct scripting* scripts;
static struct game* current;
static struct hit hit;        // what stops the game
static uint32_t next;         // the address of the next instruction
static uint32_t max_time;     // milliseconds of a stop; kept for the one after steps
static bool is_requested;
static bool is_stopped;
static bool was_stopped;      // since the last stops_take_stopped
static int64_t steps;         // instructions until a stop; 0: there is none

void stops_request(const struct hit* reason, uint32_t milliseconds) {
    hit = *reason;
    max_time = milliseconds;
    is_requested = true;
}

bool stops_are_near(void) {
    return is_requested || steps;
}

bool stops_take_stopped(void) {
    const bool result = was_stopped;
    was_stopped = false;
    return result;
}

void stops_cancel(void) {
    is_requested = false;
    steps = 0;
}

static void stop_game(uint32_t address, uint32_t begin) {
    const struct hit reason = hit;
    // Scripts get the present frame, cycle and registers, and everything else as it was at the hit.
    hit_read(&hit, current, reason.id, &reason.seen, begin);
    hit.pc = reason.pc;
    hit.is_dma = reason.is_dma;
    next = address;
    stops_cancel();
    is_stopped = was_stopped = true;
    scripting_trigger(scripts, "stopped");
    is_stopped = false;
}

void stops_pass(uint32_t address, uint32_t begin) {
    const bool is_last_step = steps && !--steps;
    if (is_last_step && !is_requested) {
        const struct hit step = {.pc = address};
        stops_request(&step, max_time);
    }
    if (!is_requested) {
        return;
    }
    if (scripting_has(scripts, "stopped")) {
        stop_game(address, begin);
    } else {
        stops_cancel();
    }
}

static struct mScriptValue* describe_stop(void) {
    static char line[32 + HIT_LINE_MAX];
    if (!is_stopped) {
        return scripting_text("", 0);
    }
    size_t size = (size_t) snprintf(line, sizeof(line), "%" PRIu32 " %" PRIu32 " ", next, max_time);
    size += hit_write(line + size, sizeof(line) - size, &hit, current);
    return scripting_text(line, size);
}

static void set_steps(int64_t count, int64_t milliseconds) {
    steps = count;
    max_time = milliseconds ? (uint32_t) milliseconds : max_time;
}

mSCRIPT_BIND_FUNCTION(describe_stop_binding, WSTR, describe_stop, 0);
mSCRIPT_BIND_VOID_FUNCTION(set_steps_binding, set_steps, 2, S64, count, S64, milliseconds);

void stops_open(struct scripting* scripting, struct game* game) {
    scripts = scripting;
    current = game;
    scripting_export(scripting, "stop", &describe_stop_binding);
    scripting_export(scripting, "setSteps", &set_steps_binding);
}
