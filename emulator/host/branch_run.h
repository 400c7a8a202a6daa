#ifndef HOST_BRANCH_RUN_H
#define HOST_BRANCH_RUN_H

#include "branch_request.h"
#include "branch_start.h"
#include "failure.h"
#include "game.h"

#include <stdbool.h>
#include <stddef.h>

// Prepares to run branches of a game, which must live until branch_run_close.
void branch_run_open(struct game* game);

// Runs branch `index` of a request from the start, and writes its part of the response. Returns false if it failed, with the reason in
// `failure`, or if the output is no longer wanted (audience.h): then `is_abandoned` of the request's input is set.
bool branch_run(const struct branch_request* request, size_t index, const struct branch_start* start, struct failure* failure);

void branch_run_close(void);

#endif
