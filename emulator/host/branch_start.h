#ifndef HOST_BRANCH_START_H
#define HOST_BRANCH_START_H

#include "branch_request.h"
#include "failure.h"
#include "game.h"
#include "snapshot.h"

#include <stdbool.h>

// The moment where all branches of a request begin.
struct branch_start {
    struct snapshot snapshot;
    color_t* picture; // a copy of the game's
};

// Prepares for a game, which must outlive it. Call history_enter before.
bool branch_start_open(struct branch_start* start, struct game* game, struct failure* failure);

// Plays the request's movie, and loads its state as a script does in the callback at the end of the last frame. Sets `is_abandoned` of the
// input if nothing wants the result any more. Returns false if the movie or the state is wrong.
bool branch_start_reach(struct branch_start* start, const struct branch_request* request, struct game* game, struct failure* failure);

// Sets the game to the start, and its picture if that is wanted. Returns false if mGBA refuses.
bool branch_start_return(const struct branch_start* start, struct game* game, bool has_picture);

void branch_start_close(struct branch_start* start);

#endif
