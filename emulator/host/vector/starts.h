#ifndef HOST_VECTOR_STARTS_H
#define HOST_VECTOR_STARTS_H

#include "failure.h"
#include "work.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// The snapshots to which games are reset. The parent's own game is at power-on, and never runs.

#define START_STATE_MAX ((size_t) 2 << 20)

// Takes the snapshot of power-on, and makes it start 0.
bool starts_open(struct vector_parts* parts, struct failure* failure);

// Writes a new start to the spare slot: power-on.
void starts_write_power_on(struct vector_parts* parts);

// The same of a save state, in a process of its own, because a damaged state can make mGBA crash or loop. Returns that process; -1 if the
// system gives none.
pid_t starts_write_state(struct vector_parts* parts, const uint8_t* state, size_t size);

// Returns whether that process has succeeded; `status` is that of waitpid.
bool starts_accept(int status, struct failure* failure);

// Makes the spare slot the start. No worker may use starts meanwhile.
void starts_replace(struct vector_parts* parts, uint32_t start);

#endif
