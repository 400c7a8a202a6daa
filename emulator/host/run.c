#include "run.h"

#include "clock.h"
#include "pacing.h"
#include "signals.h"

#include <stdio.h>

// A script may wait up to 1 ms for its socket in `idle`; the rest is for waking up.
#define IDLE_RESERVE (1100 * MICROSECOND)

// A call of `idle` shorter than this neither waited nor answered anybody ...
#define IDLE_SHORT (10 * MICROSECOND)
// ... and after so many in a row there is nothing to do, and the next calls come a millisecond apart, until one takes
// longer. Several, so that a quick answer to a busy client is not followed by a millisecond of deafness.
#define IDLE_SHORT_CALLS 8

static int64_t earlier(int64_t a, int64_t b) {
    return a < b ? a : b;
}

// Lets the scripts use the time until the next frame. `short_calls` counts from frame to frame.
static void wait_until(struct scripting* scripting, int64_t due, int* short_calls) {
    int64_t now = clock_now();
    while (due - now > IDLE_RESERVE && scripting_has(scripting, "idle")) {
        scripting_trigger(scripting, "idle");
        int64_t after = clock_now();
        *short_calls = after - now < IDLE_SHORT ? *short_calls + 1 : 0;
        now = after;
        if (*short_calls >= IDLE_SHORT_CALLS) {
            *short_calls = IDLE_SHORT_CALLS; // enough to stay in this state, and it can't overflow
            clock_sleep_until(earlier(now + MILLISECOND, due));
            now = clock_now();
        }
    }
    if (now < due) {
        clock_sleep_until(due);
    }
}

// False: the program was told to end. Returns only when the game may go on.
static bool obey_signals(struct pacing* pacing) {
    bool paused = false;
    do {
        switch (signals_take(paused)) {
        case SIGNAL_END:
            return false;
        case SIGNAL_TOGGLE_PAUSE:
            paused = !paused;
            puts(paused ? "Paused." : "Goes on.");
            pacing_rebase(pacing);
            break;
        case SIGNAL_NONE:
            break;
        }
    } while (paused);
    return true;
}

void run_game(struct game* game, struct scripting* scripting, double speed, uint64_t frames) {
    struct mCore* core = game->core;
    int short_calls = 0;
    struct pacing pacing;
    pacing_start(&pacing, core->frameCycles(core), core->frequency(core), speed);

    for (uint64_t done = 0; (!frames || done < frames) && obey_signals(&pacing); ++done) {
        game_run_frame(game);
        if (speed > 0) {
            wait_until(scripting, pacing_next(&pacing), &short_calls);
        }
    }
}
