#include "clock.h"

#include <time.h>

int64_t clock_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * SECOND + now.tv_nsec;
}

void clock_sleep_until(int64_t time) {
    const struct timespec until = {time / SECOND, time % SECOND};
    // Fails only when a signal was handled (stopped and continued, for one): then the time still stands.
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL)) {
    }
}
