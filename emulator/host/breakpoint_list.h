#ifndef HOST_BREAKPOINT_LIST_H
#define HOST_BREAKPOINT_LIST_H

#include <mgba/flags.h>

#include <mgba/core/core.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The breakpoints of the running game: what each looks for, and whether an access or an instruction matches.

#define BREAKPOINTS_MAX 64

// What the processor or a DMA does; a breakpoint has some of these bits.
enum access {
    ACCESS_READ = 1,
    ACCESS_WRITE = 2,
    ACCESS_CHANGE = 4, // a write of another value
    ACCESS_EXECUTE = 8,
};

enum comparison { COMPARE_ALWAYS, COMPARE_EQ, COMPARE_NE, COMPARE_LT, COMPARE_LE, COMPARE_GT, COMPARE_GE };

struct breakpoint {
    int32_t id;
    unsigned accesses;
    uint32_t stop; // milliseconds for which a hit stops the game; 0: it goes on
    uint32_t first; // address on the bus
    uint32_t last;
    enum comparison comparison;
    uint32_t mask; // what is compared is first ANDed with it
    uint32_t value;
    char register_name[8]; // what is compared; empty: the value of the access
    int64_t limit; // hits after which it no longer acts; 0: none
    int64_t hits;
};

// Adds a breakpoint with the next id. Returns the id; 0: there are too many.
int32_t breakpoint_list_add(const struct breakpoint* breakpoint);

// Returns false if no breakpoint has the id.
bool breakpoint_list_remove(int32_t id);

void breakpoint_list_clear(void);

size_t breakpoint_list_count(void);
const struct breakpoint* breakpoint_list_at(size_t index);

// Returns the kinds of accesses that breakpoints have, together.
unsigned breakpoint_list_accesses(void);

// Returns whether one of them stops the game.
bool breakpoint_list_stops(void);

// Returns whether a breakpoint of one of these accesses may be in a range. Quick: it may return true although there is none.
bool breakpoint_list_may_have(unsigned accesses, uint32_t address, uint32_t size);

// Counts a hit for each breakpoint that matches an access, and calls `on_hit` for it.
void breakpoint_list_match(struct mCore* core, unsigned accesses, uint32_t address, uint32_t size, uint32_t value,
                           void (*on_hit)(const struct breakpoint* breakpoint, const void* context), const void* context);

#endif
