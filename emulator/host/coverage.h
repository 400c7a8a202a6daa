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
// "instructions COUNT RANGES", where RANGES counts all ranges, also those that are not written. A GBA has one region, "bus". A Game Boy has
// "rom", with offsets in the ROM, and "bus".
void coverage_print(void);

#define COVERAGE_RANGES_MAX 65536

#endif
