#ifndef HOST_PLAYING_H
#define HOST_PLAYING_H

#include "acts.h"
#include "memory_hash.h"

#include <mgba/flags.h>

#include <mgba/core/core.h>

#include <stdbool.h>
#include <stdint.h>

// Whether a movie plays, and how the game's memory compares to its hashes. Frames are those of the history.

enum playing_state { PLAYING_NONE, PLAYING_ON, PLAYING_EQUAL, PLAYING_DIFFERS, PLAYING_INTERRUPTED };

struct playing_result {
    enum playing_state state;
    int64_t checked;   // hashes
    int64_t after;     // the memory was equal after this frame,
    int64_t before;    // and differed after this one
    unsigned regions;  // that differed: a bit for each
    struct memory_hash last; // after the latest frame that was looked at
};

// Begins with a movie whose start is after the frame `start`, and that is played up to the frame `last`. With `stops` it ends at the first
// difference.
void playing_begin(int64_t start, int64_t last, bool stops);

bool playing_is_on(void);

// Returns whether a frame is the last one to play.
bool playing_is_last(int64_t frame);

// Compares the present memory with an act of kind ACT_HASH, if a movie plays. Must not be called within a frame.
void playing_compare(struct mCore* core, const struct act* act);

// Called after the last frame and its acts; `has_all` tells whether all acts before were done again. Must not be called within a frame.
void playing_end(struct mCore* core, bool has_all);

// Ends a movie that plays, because something other than the movie acts on the game.
void playing_interrupt(void);

const struct playing_result* playing_result(void);

#endif
