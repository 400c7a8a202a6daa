#include "idle.h"

#include "clock.h"

#include <mgba/script/macros.h>

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>

// The alarm interrupts the `select` that a script waits in, so that it may wait right up to the frame. It comes this long
// before, for the way back to here ...
#define LEAD (50 * MICROSECOND)
// ... and again and again, should it have come when the script was just about to wait.
#define REPEAT (100 * MICROSECOND)
// Less is not worth a call.
#define SHORTEST (100 * MICROSECOND)

// A call that returned sooner than this had nothing to do, or a very quick answer to give ...
#define SHORT_CALL (20 * MICROSECOND)
// ... but after this many in a row that waited neither for a request nor for the processor, calls come a millisecond apart until
// one has something to do.
#define SHORT_CALLS 8

// A program that keeps the processor for longer isn't sending requests; the host doesn't yield to it again for a while.
#define LONG_YIELD MILLISECOND
#define WITHOUT_YIELDS (100 * MILLISECOND)

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
        if (now - begin > LONG_YIELD) {
            not_before = now + WITHOUT_YIELDS;
        }
    }
    return now >= not_before && now < frame_due - LEAD;
}

mSCRIPT_BIND_FUNCTION(yield_processor_binding, BOOL, yield_processor, 1, S32, times);

static void on_alarm(int number) {
    (void) number;
}

bool idle_open(struct idle* idle, struct scripting* scripting, struct failure* failure) {
    *idle = (struct idle) {0};
    // A file that a script reads or writes meanwhile goes on; `select` never does.
    struct sigaction action = {.sa_handler = on_alarm, .sa_flags = SA_RESTART};
    sigaction(SIGALRM, &action, NULL);
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
    if (timer_create(CLOCK_MONOTONIC, &event, &idle->alarm)) {
        return fail(failure, "The frame timer can't be created: %s.", strerror(errno));
    }
    idle->open = true;
    // Sleeps end when they should, not up to 50 microseconds later.
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

// How often it has waited; who lets others go first need not have been switched away from.
static long switches(void) {
    struct rusage usage;
    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_nvcsw + usage.ru_nivcsw + yields;
}

static bool has_nothing_to_do(struct idle* idle, int64_t took) {
    if (took >= SHORT_CALL) {
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

static int64_t call(struct idle* idle, struct scripting* scripting, int64_t now, int64_t due) {
    scripting_trigger(scripting, "idle");
    int64_t end = clock_now();
    if (has_nothing_to_do(idle, end - now)) {
        clock_sleep_until(earlier(end + MILLISECOND, due));
        idle->switches = switches();
        return clock_now();
    }
    return end;
}

void idle_until(struct idle* idle, struct scripting* scripting, int64_t due) {
    int64_t now = clock_now();
    if (idle->open && due - now > SHORTEST && scripting_has(scripting, "idle")) {
        frame_due = due;
        set_alarm(idle, due - LEAD);
        do {
            now = call(idle, scripting, now, due);
        } while (due - now > SHORTEST && !scripting->changes_game && scripting_has(scripting, "idle"));
        stop_alarm(idle);
    }
    if (now < due && !scripting->changes_game) {
        clock_sleep_until(due);
    }
}
