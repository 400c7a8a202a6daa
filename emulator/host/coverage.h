#ifndef HOST_COVERAGE_H
#define HOST_COVERAGE_H

#include "failure.h"
#include "game.h"

#include <stdbool.h>
#include <stdint.h>

// Notes which code of a game has run.

bool coverage_begin(struct game* game, struct failure* failure);

// Notes the instruction at an address, before it runs.
void coverage_note(uint32_t address);

// Writes a line "range REGION FIRST LAST" for each range of bytes whose instructions have run, at most COVERAGE_RANGES_MAX, then
// "instructions COUNT RANGES", of which the second is the number of all ranges. Of a GBA the region is "bus". Of a Game Boy it is "rom",
// with offsets in the ROM, or "bus".
void coverage_print(void);

#define COVERAGE_RANGES_MAX 65536

#endif
