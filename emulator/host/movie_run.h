#ifndef HOST_MOVIE_RUN_H
#define HOST_MOVIE_RUN_H

#include "failure.h"
#include "game.h"
#include "machine.h"

#include <stdbool.h>
#include <stdint.h>

// Plays a movie as fast as possible, without scripts and saves: what this program does in a process of its own.

struct movie_run {
    const char* rom;
    const char* movie;
    const struct machine* machine;
    int64_t frames; // to play; 0: all
};

// Callbacks of a run. Each but `end` may be NULL.
struct movie_viewer {
    // Called before the first frame, with the number of frames that the run has. Returns false, with the reason, to end it.
    bool (*begin)(struct game* game, int64_t frames, struct failure* failure);
    // Called before and after each frame; the first one is 1.
    void (*begin_frame)(struct game* game, int64_t frame);
    bool (*end_frame)(struct game* game, int64_t frame, struct failure* failure);
    // Called when the run has ended with a result. No frame runs after it.
    void (*end)(const struct game* game);
};

// Returns false if the movie can't be played or isn't one of this game, if the viewer ended it, or if the memory differs from the movie's;
// then the exit code is EXIT_DIFFERS.
bool movie_run(const struct movie_run* run, const struct movie_viewer* viewer, struct failure* failure);

// Prints the result of the run as a line of JSON.
void movie_run_print_result(const struct game* game);

#endif
