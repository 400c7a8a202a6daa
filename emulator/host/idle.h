#ifndef HOST_IDLE_H
#define HOST_IDLE_H

#include "failure.h"
#include "scripting.h"

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

// The time between two frames, given to the scripts: their callback `idle` is called again and again. mGBA's window never
// fires it, so the same script runs on both. A script may wait in it for as long as it likes with `select`, which ends
// when the frame is due; `_host.idleLeft()` tells how many microseconds are left until then. `_host.yieldProcessor(n)` lets the
// other programs that are ready to run go first, up to n times: on few cores what they are about to send can then be read with the
// rest. It says whether to do so again, which ends when the frame is due, or when others keep the processor for themselves.
struct idle {
    bool open;
    timer_t alarm;
    int short_calls; // in a row
    long switches;   // of this thread to another, when last looked at
};

bool idle_open(struct idle* idle, struct scripting* scripting, struct failure* failure);
void idle_close(struct idle* idle);

// Returns when the clock shows `due`, or before that when a script has asked for another game. A script that does something else
// than waiting then makes the frame late.
void idle_until(struct idle* idle, struct scripting* scripting, int64_t due);

#endif
