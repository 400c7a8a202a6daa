#ifndef HOST_VECTOR_REPLAY_H
#define HOST_VECTOR_REPLAY_H

#include "failure.h"
#include "movie.h"
#include "work.h"

#include <stdbool.h>
#include <stdint.h>

// Writes what a game did since its latest reset as a movie, in the parent. Returns false if the block doesn't have all of it, or a step
// runs. The caller frees the movie in any case.
bool replay_write(const struct vector_parts* parts, uint32_t game, struct movie* movie, struct failure* failure);

#endif
