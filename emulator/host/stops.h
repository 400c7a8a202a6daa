#ifndef HOST_STOPS_H
#define HOST_STOPS_H

#include "game.h"
#include "hits.h"
#include "scripting.h"

#include <stdbool.h>
#include <stdint.h>

// Lets the game stand between two of its instructions, inside a frame, while scripts serve their clients. A script handles the callback
// `stopped` for that: the game goes on when it returns. Without such a script the game doesn't stop.
//
// Exports to the scripts:
//
//   stop()          returns where the game stands: "NEXT MILLISECONDS HIT", the address of the next instruction, for how long, and the hit
//                   that stopped it as a line of takeHits, but with the registers of now; "" if it doesn't stand
//   setSteps(count, milliseconds)  the game stops after this many instructions, for that time; 0: as long as at the latest stop

void stops_open(struct scripting* scripting, struct game* game);

// Stops the game before the next instruction, for a number of milliseconds that scripts keep to.
void stops_demand(const struct hit* hit, uint32_t milliseconds);

// Called before each instruction of an exact run: stops there if that is due. `begin` is when the frame began.
void stops_pass(uint32_t address, uint32_t begin);

// Returns whether the game stops soon, so that it has to run exactly.
bool stops_are_near(void);

// Returns whether the game has stood since the last call.
bool stops_have_been(void);

// The game doesn't stop any more.
void stops_forget(void);

#endif
