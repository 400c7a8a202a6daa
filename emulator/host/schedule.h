#ifndef HOST_SCHEDULE_H
#define HOST_SCHEDULE_H

#include "recording.h"

#include <stdbool.h>
#include <stddef.h>

// Decides when a recording gets its next moment: each 60 frames, and after an act that can't be repeated. The latter costs another thread
// as much as some frames cost this one, and learning programs load states all the time: so at most 20 such moments are taken in a row, and
// one in 30 frames in the long run.
struct schedule {
    int credit; // for moments after acts that can't be repeated: a frame adds 1, up to 600, and such a moment costs 30
    bool is_demanded; // what was done can't be repeated
};

void schedule_begin(struct schedule* schedule);

// Counts a frame.
void schedule_count(struct schedule* schedule);

// Returns whether a moment is due before the next frame, in a recording of at most `bytes_max` bytes.
bool schedule_is_due(const struct schedule* schedule, const struct recording* recording, size_t bytes_max);

// Returns whether the game waits for the thread that packs, so that no frame is lost: after an act that can't be repeated, unless there
// were many of them lately.
bool schedule_waits(const struct schedule* schedule);

// Returns whether the next moment is the first one of 600 frames, and so has a hash (moments.h).
bool schedule_has_hash(const struct recording* recording);

// Called when a moment was added.
void schedule_add(struct schedule* schedule);

#endif
