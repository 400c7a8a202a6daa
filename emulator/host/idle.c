#include "idle.h"

#include "clock.h"

#include <stdbool.h>
#include <sys/resource.h>

// A script may wait up to 1 ms for its socket; the rest is for waking up.
#define RESERVE (1100 * MICROSECOND)

// A call that returned sooner than this, while nobody else had the processor, had nothing to do: one that answers somebody
// takes longer, or has waited for the question, or the asker took its turn ...
#define SHORT_CALL (20 * MICROSECOND)
// ... and after so many in a row the next ones come a millisecond apart, until one has something to do. Several, so that a
// quick answer to a busy client isn't followed by a millisecond of deafness.
#define SHORT_CALLS 8

static int64_t earlier(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static long switches(void) {
    struct rusage usage;
    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_nvcsw + usage.ru_nivcsw;
}

static bool had_nothing_to_do(struct idle* idle, int64_t took) {
    if (took >= SHORT_CALL) {
        return false;
    }
    long before = idle->switches;
    idle->switches = switches();
    return idle->switches == before;
}

void idle_until(struct idle* idle, struct scripting* scripting, int64_t due) {
    int64_t now = clock_now();
    while (due - now > RESERVE && scripting_has(scripting, "idle")) {
        int64_t begin = now;
        scripting_trigger(scripting, "idle");
        now = clock_now();
        if (!had_nothing_to_do(idle, now - begin)) {
            idle->short_calls = 0;
        } else if (idle->short_calls < SHORT_CALLS) {
            ++idle->short_calls;
        } else {
            clock_sleep_until(earlier(now + MILLISECOND, due));
            idle->switches = switches();
            now = clock_now();
        }
    }
    if (now < due) {
        clock_sleep_until(due);
    }
}
