#ifndef HOST_VERIFYING_H
#define HOST_VERIFYING_H

#include "failure.h"
#include "movie_run.h"

#include <stdbool.h>

// Plays a movie without drawing, and prints in a line of JSON what came of it. Fails like movie_run.
bool verify_movie(const struct movie_run* run, struct failure* failure);

#endif
