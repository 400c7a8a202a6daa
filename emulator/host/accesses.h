#ifndef HOST_ACCESSES_H
#define HOST_ACCESSES_H

#include <mgba/flags.h>

#include <mgba/core/core.h>

#include "breakpoint_list.h"

#include <stdbool.h>
#include <stdint.h>

// Watches the memory accesses of a running game, by replacing the functions with which mGBA's processors read and write. The game runs the
// same as without.

struct access_seen {
    unsigned accesses; // bits of enum access
    uint32_t address; // without mirrors
    uint32_t size;    // 1, 2 or 4 bytes
    uint32_t before;
    uint32_t after;   // what was read or written
};

// Watches the accesses of a core instead of those of the core before. `on_access` gets only accesses for which breakpoint_list_may_have is
// true.
void accesses_attach(struct mCore* core, void (*on_access)(const struct access_seen* seen));

// Returns an address as accesses have it: without mirrors.
uint32_t accesses_place(struct mCore* core, uint32_t address);

// Gives the core its own functions back.
void accesses_detach(void);

#endif
