#ifndef HOST_BREAKPOINTS_H
#define HOST_BREAKPOINTS_H

#include "game.h"
#include "scripting.h"

#include <stdbool.h>

// Tells scripts which instructions of the running game run, read or write at the addresses of their breakpoints. The game runs the same as
// without. What scripts read and write doesn't count, and neither do frames that the history runs again.
//
// Exports to the scripts:
//
//   setBreakpoint(accesses, first, last, comparison, mask, value, register, limit)  returns its id; 0: there are too many
//   clearBreakpoint(id)  returns whether it was there; 0: all of them
//   breakpoints()        returns a line for each: "ID ACCESSES FIRST LAST COMPARISON MASK VALUE REGISTER LIMIT HITS"
//   takeHits()           returns a line for each hit since the last call, and forgets it; the first line is the number of those that were
//                        too many: "ID KIND FRAME CYCLE PC ADDRESS SIZE BEFORE AFTER DMA REGISTERS"
//
// Accesses and comparisons are numbers of breakpoint_list.h. With 16 times a number of milliseconds added to the accesses, the game stops
// for that time at most (stops.h). A register that is empty is written "-".

void breakpoints_open(struct scripting* scripting, struct game* game);

// Forgets all breakpoints. Must be called before the core of the game is replaced or closed.
void breakpoints_leave(void);

#endif
