#ifndef HOST_CLOCK_H
#define HOST_CLOCK_H

#include <stdint.h>

// The monotonic clock, in nanoseconds.

#define MICROSECOND 1000LL
#define MILLISECOND 1000000LL
#define SECOND 1000000000LL

int64_t clock_now(void);

// Sleeps until the absolute time `time`, so that a delay before the call doesn't prolong the sleep.
void clock_sleep_until(int64_t time);

#endif
