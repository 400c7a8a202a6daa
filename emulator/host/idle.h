#ifndef HOST_IDLE_H
#define HOST_IDLE_H

#include "failure.h"
#include "scripting.h"

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

// Gives the scripts the time between two frames: triggers their callback `idle` repeatedly. mGBA's window never does, so a script
// works in both. In `idle` a script may wait with `select`, which the host interrupts when the frame is due.
// `_host.idleLeft()` returns the microseconds left until the frame.
// `_host.yieldProcessor(n)` yields the processor up to n times, so that clients can send more requests before the script reads.
// It returns whether to yield again: false when the frame is due, or when other programs keep the processor busy.
struct idle {
    bool open;
    timer_t alarm;
    int short_calls; // in a row
    long switches;   // context switches of this thread at the last check
};

bool idle_open(struct idle* idle, struct scripting* scripting, struct failure* failure);
void idle_close(struct idle* idle);

// Calls `idle` until the time `due` or up to 0.1 ms before it, or until a script loads another game. A script that is busy
// at `due` makes the frame late.
void idle_until(struct idle* idle, struct scripting* scripting, int64_t due);

#endif
