#ifndef HOST_EXACT_RUN_H
#define HOST_EXACT_RUN_H

#include <mgba/flags.h>

#include <mgba/core/core.h>

#include <stdbool.h>
#include <stdint.h>

// Runs a game instruction by instruction, and ends where mGBA's own loop ends: the machine is the same afterwards.

// Runs like core->runLoop. Before each instruction `on_instruction` gets its address.
void exact_run(struct mCore* core, void (*on_instruction)(uint32_t address));

// Returns the size of a GBA's present instructions in bytes: 2 (Thumb) or 4 (ARM).
uint32_t exact_run_size(struct mCore* core);

// Returns the address of the instruction that runs or has run last; on a Game Boy, in an exact run.
uint32_t exact_run_address(struct mCore* core);

#endif
