#ifndef HOST_MOVIE_READER_H
#define HOST_MOVIE_READER_H

#include "failure.h"
#include "game.h"
#include "movie.h"
#include "recording.h"

#include <stdbool.h>
#include <stdint.h>

// Parses a movie for a console. Returns its number of frames; -1: it is wrong.
int64_t movie_check(const struct movie* movie, enum mPlatform platform, struct failure* failure);

// Replaces a recording by a movie: the machine is at its start, the present is the frame -1, and all frames are in the future. Must be
// called between frames. Returns false, and changes nothing, if the movie is wrong or not one of this game.
bool movie_begin(const struct movie* movie, struct recording* recording, struct game* game, struct failure* failure);

#endif
