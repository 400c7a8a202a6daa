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

// Prepares for a game, which must live until branch_start_close. Must be called after history_enter, so that the history counts a frame
// before a state is loaded in its callback.
bool branch_start_open(struct branch_start* start, struct game* game, struct failure* failure);

// Plays the request's movie, and loads its state as a script loads one: in the callback at the end of the last frame. Returns false if the
// movie or the state is wrong, with the reason in `failure`, or if the output is no longer wanted (audience.h): then `is_abandoned` of the
// request's input is set.
bool branch_start_reach(struct branch_start* start, const struct branch_request* request, struct game* game, struct failure* failure);

// Sets the game to the start, and with `has_picture` also its picture. Returns false if mGBA refuses the state.
bool branch_start_return(const struct branch_start* start, struct game* game, bool has_picture);

void branch_start_close(struct branch_start* start);

#endif
