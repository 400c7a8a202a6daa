#include "schedule.h"

#define MOMENT_FRAMES 60
#define HASH_FRAMES 600

// A moment has at most about this part of all bytes in acts, so that the oldest ones can be forgotten.
#define ACTS_SHARE 32

#define CREDIT_MAX 600
#define CREDIT_OF_MOMENT 30

void schedule_begin(struct schedule* schedule) {
    *schedule = (struct schedule) {.credit = CREDIT_MAX, .is_demanded = true};
}

void schedule_count(struct schedule* schedule) {
    schedule->credit += schedule->credit < CREDIT_MAX;
}

bool schedule_waits(const struct schedule* schedule) {
    return schedule->is_demanded && schedule->credit >= CREDIT_MAX / 2;
}

// Returns whether another span of frames has begun since the latest moment.
static bool enters(const struct recording* recording, int64_t span) {
    return (recording->frame + 1) / span > (recording->at->frame + 1) / span;
}

bool schedule_is_due(const struct schedule* schedule, const struct recording* recording, size_t bytes_max) {
    return !recording->at || enters(recording, MOMENT_FRAMES) || recording->at->acts.size > bytes_max / ACTS_SHARE
        || (schedule->is_demanded && schedule->credit >= CREDIT_OF_MOMENT);
}

bool schedule_has_hash(const struct recording* recording) {
    return recording->at && enters(recording, HASH_FRAMES);
}

void schedule_add(struct schedule* schedule) {
    schedule->credit -= schedule->is_demanded && schedule->credit >= CREDIT_OF_MOMENT ? CREDIT_OF_MOMENT : 0;
    schedule->is_demanded = false;
}
