#ifndef HOST_VECTOR_GATE_H
#define HOST_VECTOR_GATE_H

#include "shared.h"

#include <stdbool.h>
#include <stdint.h>

// Lets the parent change starts and reads while no worker uses them. A worker is inside for each order and inquiry.

void gate_enter(struct vector_shared* shared, uint32_t game);
void gate_leave(struct vector_shared* shared, uint32_t game);

// Keeps workers from entering.
void gate_close(struct vector_shared* shared);
void gate_open(struct vector_shared* shared);

// Returns whether no worker is inside.
bool gate_is_quiet(const struct vector_shared* shared, uint32_t count);

#endif
