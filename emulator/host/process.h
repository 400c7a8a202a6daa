#ifndef HOST_PROCESS_H
#define HOST_PROCESS_H

#include "failure.h"

#include <stdbool.h>
#include <stdint.h>

// How the process runs.
struct process {
    const char* log; // NULL: in the foreground
    int64_t nice;
    int64_t memory;  // MiB of address space; 0: no limit
};

bool process_apply(const struct process* process, struct failure* failure);

#endif
