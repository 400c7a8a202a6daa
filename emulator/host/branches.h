#ifndef HOST_BRANCHES_H
#define HOST_BRANCHES_H

#include "failure.h"
#include "options.h"

#include <stdbool.h>

// Runs many continuations of one moment of a game, as docs/protocol/branches.md describes, until the standard input ends. Fails if a
// request is wrong, the game fails, or nothing reads the output.
bool run_branches(const struct options* options, struct failure* failure);

#endif
