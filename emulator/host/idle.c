#include "idle.h"

#include "clock.h"

#include <mgba/script/macros.h>

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>

// The alarm interrupts a script's `select`, so that a script may wait until the frame is due. It fires this long before, which is
// the time that the way back to the host takes ...
#define LEAD (50 * MICROSECOND)
// ... and then repeatedly, in case the first one fired just before the script called `select`.
#define REPEAT (100 * MICROSECOND)
// With less time than this to the frame, `idle` is not called. The frame begins at once, so that no request waits for the rest of the
// time. Other programs often delay a frame by more, and the next frame is due as if this one had been in time.
#define CALL_MIN (100 * MICROSECOND)

// A call shorter than this probably had nothing to do.
#define SHORT_CALL (20 * MICROSECOND)
// After this many short calls in a row without a context switch, the host sleeps a millisecond between calls, so that it doesn't spin.
#define SHORT_CALLS 8

// If a yield takes longer, another program computes instead of sending requests: the host stops yielding for a while.
#define YIELD_MAX MILLISECOND
#define YIELD_PAUSE (100 * MILLISECOND)

// 0 outside of `idle_until`, where nothing has to be in time for a frame.
static int64_t frame_due;
static long yields;

static int64_t microseconds_left(void) {
    return (frame_due - LEAD - clock_now()) / MICROSECOND;
}

mSCRIPT_BIND_FUNCTION(idle_left_binding, S64, microseconds_left, 0);

static bool yield_processor(int32_t times) {
    static int64_t not_before;
    const int64_t begin = clock_now();
    int64_t now = begin;
    for (int i = 0; i < times && now >= not_before; ++i) {
        sched_yield();
        ++yields;
        now = clock_now();
        if (now - begin > YIELD_MAX) {
            not_before = now + YIELD_PAUSE;
        }
    }
    return now >= not_before && (!frame_due || now < frame_due - LEAD);
}

mSCRIPT_BIND_FUNCTION(yield_processor_binding, BOOL, yield_processor, 1, S32, times);

static void on_alarm(int number) {
    (void) number;
}

bool idle_open(struct idle* idle, struct scripting* scripting, struct failure* failure) {
    *idle = (struct idle) {0};
    // SA_RESTART restarts interrupted file I/O of a script; `select` is never restarted.
    struct sigaction action = {.sa_handler = on_alarm, .sa_flags = SA_RESTART};
    sigaction(SIGALRM, &action, NULL);
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
    if (timer_create(CLOCK_MONOTONIC, &event, &idle->alarm)) {
        return fail(failure, "The frame timer can't be created: %s.", strerror(errno));
    }
    idle->open = true;
    // The default timer slack delays wake-ups by up to 50 microseconds.
    prctl(PR_SET_TIMERSLACK, 1UL);
    scripting_export(scripting, "idleLeft", &idle_left_binding);
    scripting_export(scripting, "yieldProcessor", &yield_processor_binding);
    return true;
}

void idle_close(struct idle* idle) {
    if (idle->open) {
        timer_delete(idle->alarm);
    }
}

static struct timespec timespec_of(int64_t time) {
    return (struct timespec) {time / SECOND, time % SECOND};
}

static void set_alarm(struct idle* idle, int64_t first) {
    const struct itimerspec when = {.it_value = timespec_of(first), .it_interval = timespec_of(REPEAT)};
    timer_settime(idle->alarm, TIMER_ABSTIME, &when, NULL);
}

static void stop_alarm(struct idle* idle) {
    const struct itimerspec never = {0};
    timer_settime(idle->alarm, 0, &never, NULL);
}

static int64_t earlier(int64_t a, int64_t b) {
    return a < b ? a : b;
}

// Counts context switches of this thread. Yields are added, because a yield without another ready thread is no switch.
static long switches(void) {
    struct rusage usage;
    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_nvcsw + usage.ru_nivcsw + yields;
}

static bool is_spinning(struct idle* idle, int64_t duration) {
    if (duration >= SHORT_CALL) {
        idle->short_calls = 0;
        return false;
    }
    if (++idle->short_calls < SHORT_CALLS) {
        return false;
    }
    long before = idle->switches;
    idle->switches = switches();
    if (idle->switches == before) {
        return true;
    }
    idle->short_calls = 0;
    return false;
}

static int64_t call_idle(struct idle* idle, struct scripting* scripting, int64_t now, int64_t due) {
    scripting_trigger(scripting, "idle");
    int64_t end = clock_now();
    if (is_spinning(idle, end - now)) {
        clock_sleep_until(earlier(end + MILLISECOND, due));
        idle->switches = switches();
        return clock_now();
    }
    return end;
}

// Returns whether the host has to act before the game continues.
static bool is_needed(const struct scripting* scripting) {
    return scripting->changes_game || scripting->resets_game || scripting->rewinds_game || scripting->plays_movie;
}

void idle_until(struct idle* idle, struct scripting* scripting, int64_t due) {
    int64_t now = clock_now();
    if (idle->open && due - now > CALL_MIN && scripting_has(scripting, "idle")) {
        frame_due = due;
        set_alarm(idle, due - LEAD);
        do {
            now = call_idle(idle, scripting, now, due);
        } while (due - now > CALL_MIN && !is_needed(scripting) && scripting_has(scripting, "idle"));
        stop_alarm(idle);
        frame_due = 0;
    }
    if (due - now > CALL_MIN && !is_needed(scripting)) {
        clock_sleep_until(due);
    }
}
