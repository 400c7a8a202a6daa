#ifndef HOST_AUDIENCE_H
#define HOST_AUDIENCE_H

#include <stdbool.h>

// Returns whether the program's output is no longer wanted: a signal came, or the other end of the pipe at the standard output is closed,
// which the system does when a bridge ends, even one that is killed.
bool audience_is_gone(void);

#endif
