#ifndef HOST_VECTOR_VECTOR_H
#define HOST_VECTOR_VECTOR_H

#include "failure.h"
#include "options.h"

#include <stdbool.h>

// Runs many games for one client, as docs/protocol/vectors.md describes, until a signal, a request or the end of the lease.
bool run_vector(const struct options* options, struct failure* failure);

#endif
