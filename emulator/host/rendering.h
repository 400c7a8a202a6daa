#ifndef HOST_RENDERING_H
#define HOST_RENDERING_H

#include "failure.h"
#include "movie_run.h"

#include <stdbool.h>
#include <stdint.h>

struct rendering {
    int64_t from;  // the frame of the first picture
    int64_t every; // frames from one picture to the next
    bool sound;
};

// Plays a movie, and writes its pictures and its sound to the standard output as docs/protocol/movies.md describes. Fails like
// movie_run, and if the output is closed.
bool render_movie(const struct movie_run* run, const struct rendering* rendering, struct failure* failure);

#endif
