#ifndef HOST_VECTOR_WORKERS_H
#define HOST_VECTOR_WORKERS_H

#include "failure.h"
#include "work.h"

#include <stdbool.h>
#include <stdint.h>

// The parent's view of the workers: it starts them, and replaces those that died or are stuck.

struct workers_lost {
    uint32_t died;
    uint32_t stuck;
};

// Starts all workers. The parts must outlive them.
bool workers_open(struct vector_parts* parts, struct failure* failure);

// Replaces the workers that have ended, and answers for them.
void workers_reap(void);

// Ends the workers whose frame takes too long; then workers_reap replaces them.
void workers_look(void);

// Returns whether any worker has an order that it hasn't answered.
bool workers_have_orders(void);

// Returns how many were replaced.
struct workers_lost workers_lost(void);

void workers_close(void);

#endif
