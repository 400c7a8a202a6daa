#ifndef HOST_SIGNALS_H
#define HOST_SIGNALS_H

#include "scripting.h"

#include <stdbool.h>

// Blocks the signals that the program handles. They stay pending until signals_take, so none is lost and none interrupts a system
// call of a script.
void signals_block(void);

// Sets whether SIGPIPE is ignored. mGBA sends without MSG_NOSIGNAL, so a script that writes to a closed connection would end the
// program. Overrides what the parent process has set.
void signals_ignore_broken_pipes(bool ignore);

// Returns whether an ending signal is pending.
bool signals_end_is_pending(void);

// Exports `_host.isEnding()`: returns whether an ending signal is pending. A script that blocks in a callback must call it.
void signals_open(struct scripting* scripting);

// Returns whether a script called `_host.isEnding` since the last call.
bool signals_were_checked(void);

enum signal_request { SIGNAL_NONE, SIGNAL_END, SIGNAL_TOGGLE_PAUSE, SIGNAL_RESUME };

// Returns the next pending request. With `wait` it waits for one, at most a second.
enum signal_request signals_take(bool wait);

#endif
