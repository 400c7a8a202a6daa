#ifndef HOST_INSPECTING_H
#define HOST_INSPECTING_H

#include "failure.h"
#include "inspection.h"
#include "movie_run.h"

#include <stdbool.h>
#include <stdint.h>

// Plays a movie, and looks at what the game's code does in it: what this program does for questions about the past.

// Writes to the standard output what the inspection finds from the frame `from` on, then "result " and the line that movie_run_print_result
// writes. Returns as movie_run does.
bool inspect_movie(const struct movie_run* run, const struct inspection* inspection, int64_t from, struct failure* failure);

#endif
