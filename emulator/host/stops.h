#ifndef HOST_STOPS_H
#define HOST_STOPS_H

#include "game.h"
#include "hits.h"
#include "scripting.h"

#include <stdbool.h>
#include <stdint.h>

// Stops the game inside a frame, between two of its instructions, while scripts serve their clients. It continues when the scripts'
// callback `stopped` returns; without such a script it doesn't stop.
//
// Exports to the scripts:
//
//   stop()  during a stop returns "NEXT MILLISECONDS HIT", otherwise "": the address of the next instruction, for how long the game may
//           stay stopped, and what stopped it, as hit_write writes it (hits.h), but with the present frame, cycle and registers; after
//           steps its id is 0
//   setSteps(count, milliseconds)  stops the game after this many instructions, for at most that time (0: the time given last, here or
//                                  for a breakpoint); count 0 cancels that

void stops_open(struct scripting* scripting, struct game* game);

// Stops the game before the next instruction, because of `hit`. Scripts enforce the time: the game stays stopped until `stopped` returns.
void stops_request(const struct hit* hit, uint32_t milliseconds);

// Called before each instruction of an exact run: stops there if that is due. `begin` is when the frame began, in the core's timing units.
void stops_pass(uint32_t address, uint32_t begin);

// Returns whether the game stops soon, so that it must run instruction by instruction (exact_run.h).
bool stops_are_near(void);

// Returns whether the game has been stopped since the last call.
bool stops_take_stopped(void);

// Cancels a requested stop, and the steps until one.
void stops_cancel(void);

#endif
