#ifndef HOST_MOVIE_WRITER_H
#define HOST_MOVIE_WRITER_H

#include "failure.h"
#include "movie.h"
#include "recording.h"

#include <stdbool.h>
#include <stdint.h>

// Writes the frames `from` to `to` of a recording as a movie. It begins at the latest moment before them: `from` becomes the first frame
// that it runs. Waits for the thread that packs. Returns false if the recording lacks a frame, or there is no memory for it.
bool movie_write(struct movie* movie, struct recording* recording, int64_t* from, int64_t to, struct failure* failure);

#endif
