#ifndef HOST_VERIFYING_H
#define HOST_VERIFYING_H

#include "failure.h"
#include "machine.h"

#include <stdbool.h>
#include <stdint.h>

// Plays a movie without scripts as fast as possible, up to its frame `frames`, 0: to its end, and prints in a line of JSON what came of it.
// Returns false if the movie isn't one of this game, or if the memory differs from the movie's; then the exit code is EXIT_DIFFERS.
bool verify_movie(const char* rom, const char* movie, const struct machine* machine, int64_t frames, struct failure* failure);

#endif
