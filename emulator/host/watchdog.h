#ifndef HOST_WATCHDOG_H
#define HOST_WATCHDOG_H

#include <stdbool.h>

#define EXIT_STUCK 3

// Ends the program when mGBA calculates for seconds of processor time without coming to a frame's end or to a script: a state whose
// machine is damaged can make it do so for ever, and then nothing else in the program runs.

// Begins to watch. Costs a signal (SIGPROF) for each second of processor time.
void watchdog_open(void);

// From now on mGBA calculates (true), or somebody else does. Returns what was before.
bool watchdog_watch(bool calculates);

#endif
