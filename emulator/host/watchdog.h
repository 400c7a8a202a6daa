#ifndef HOST_WATCHDOG_H
#define HOST_WATCHDOG_H

#include <stdbool.h>

#define EXIT_STUCK 3

// Ends the program if mGBA's core uses seconds of processor time without finishing a frame or calling a script, or while it loads a
// game. A damaged state or ROM can make it loop forever, and then nothing else in the program runs.

// Starts the watchdog: a signal (SIGPROF) for each second of processor time.
void watchdog_open(void);

// Sets whether the core is running now. Returns the previous value.
bool watchdog_watch(bool in_core);

#endif
