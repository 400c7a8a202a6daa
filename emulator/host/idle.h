#ifndef HOST_IDLE_H
#define HOST_IDLE_H

#include "scripting.h"

#include <stdint.h>

// The time between two frames, given to the scripts: their callback `idle` is called again and again. mGBA's window never
// fires it, so the same script runs on both.
struct idle {
    int short_calls; // in a row, that had nothing to do
    long switches;   // of this thread to another, when last looked at
};

// Returns when the clock shows `due`. A script that waits longer than a millisecond makes the frame late.
void idle_until(struct idle* idle, struct scripting* scripting, int64_t due);

#endif
