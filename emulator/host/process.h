#ifndef HOST_PROCESS_H
#define HOST_PROCESS_H

#include "failure.h"

#include <stdbool.h>
#include <stdint.h>

// How the process runs.
struct process {
    const char* log; // NULL: in the foreground
    int64_t nice;
    int64_t memory;  // MiB of address space
};

// Limits the address space to `mib` MiB, and never raises a limit.
bool process_limit_memory(int64_t mib);

bool process_apply(const struct process* process, struct failure* failure);

#endif
