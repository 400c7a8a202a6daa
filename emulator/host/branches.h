#ifndef HOST_BRANCHES_H
#define HOST_BRANCHES_H

#include "failure.h"
#include "options.h"

#include <stdbool.h>

// Serves requests for branches, many continuations of one moment of a game (docs/protocol/branches.md), until the standard input ends.
// Fails if a request is wrong, the game fails, or the output is no longer wanted.
bool run_branches(const struct options* options, struct failure* failure);

#endif
