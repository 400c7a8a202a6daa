#ifndef HOST_BRANCH_RUN_H
#define HOST_BRANCH_RUN_H

#include "branch_request.h"
#include "branch_start.h"
#include "failure.h"
#include "game.h"

#include <stdbool.h>
#include <stddef.h>

// Prepares to run branches of a game, which must outlive it.
void branch_run_open(struct game* game);

// Runs a branch from the start, and writes its part of the response. Sets `is_abandoned` of the input if nothing wants it any more. Returns
// false if it failed.
bool branch_run(const struct branch_request* request, size_t index, const struct branch_start* start, struct failure* failure);

void branch_run_close(void);

#endif
