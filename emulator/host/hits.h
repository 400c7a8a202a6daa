#ifndef HOST_HITS_H
#define HOST_HITS_H

#include "accesses.h"
#include "game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What breakpoints of the running game have seen, until a script takes it.

// Max characters of a hit as a line.
#define HIT_LINE_MAX 320

struct hit {
    int32_t id; // of the breakpoint; 0: none
    struct access_seen seen;
    int64_t frame;
    uint32_t cycle; // since the frame began
    uint32_t pc;    // the instruction that did it
    bool is_dma;
    uint32_t registers[17];
};

// Describes an access, or an instruction about to run, in a frame that began at `begin`, in the core's timing units.
void hit_read(struct hit* hit, struct game* game, int32_t id, const struct access_seen* seen, uint32_t begin);

// Returns how many registers a hit has.
size_t hit_register_count(const struct game* game);

// Writes "ID KIND FRAME CYCLE PC ADDRESS SIZE BEFORE AFTER DMA REGISTERS". Returns its size.
size_t hit_write(char* to, size_t left, const struct hit* hit, struct game* game);

// Keeps a hit for the script, or counts it if there are too many.
void hits_add(const struct hit* hit);

// Writes what hits_add has kept, as lines after one with the number of those that were too many, and forgets it. Returns the text; empty:
// there was nothing.
const char* hits_take(struct game* game, size_t* size);

void hits_clear(void);

#endif
