#include "clock.h"

#include <time.h>

int64_t clock_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * SECOND + now.tv_nsec;
}

void clock_sleep_until(int64_t time) {
    const struct timespec until = {time / SECOND, time % SECOND};
    // Fails only when a signal handler ran; the absolute time is still valid then.
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL)) {
    }
}
