#ifndef HOST_EXPIRY_H
#define HOST_EXPIRY_H

#include "scripting.h"

#include <stdbool.h>
#include <stdint.h>

// A week.
#define EXPIRY_MAX 604800

// Exports `_host.setExpiry(seconds)` and `_host.setConnected(bool)`: the program ends when the script has had no bridge for that many
// seconds; 0: never.
void expiry_open(struct scripting* scripting, int64_t seconds);

bool expiry_is_over(void);

#endif
