#include "playing.h"

#include "snapshot.h"

#include <string.h>

static struct playing_result result;
static int64_t equal; // the latest frame whose memory was equal, before the first difference
static int64_t last;  // the last frame to play
static bool stops;    // at the first difference

void playing_begin(int64_t start, int64_t last_frame, bool stops_at_difference) {
    result = (struct playing_result) {.state = PLAYING_ON};
    equal = start;
    last = last_frame;
    stops = stops_at_difference;
}

bool playing_is_on(void) {
    return result.state == PLAYING_ON;
}

bool playing_is_last(int64_t frame) {
    return frame == last;
}

static unsigned find_differences(const struct memory_hash* wanted) {
    unsigned regions = 0;
    // If only one of the two has save memory, the last region, the other's hash of it is 0.
    for (unsigned i = 0; i < HASH_REGIONS_MAX; ++i) {
        regions |= (unsigned) (wanted->regions[i] != result.last.regions[i]) << i;
    }
    return regions;
}

static bool take_hash(struct mCore* core) {
    static struct snapshot snapshot;
    const bool is_taken = snapshot_take(&snapshot, core);
    if (is_taken) {
        result.last = memory_hash(snapshot.bytes, core->platform(core));
    }
    return is_taken;
}

void playing_compare(struct mCore* core, const struct act* act) {
    if (!playing_is_on() || !take_hash(core)) {
        return;
    }
    struct memory_hash wanted;
    memcpy(&wanted, act->bytes, sizeof(wanted));
    ++result.checked;
    const unsigned regions = find_differences(&wanted);
    if (!regions) {
        if (!result.regions) {
            equal = act->frame;
        }
        return;
    }
    if (!result.regions) {
        result.regions = regions;
        result.after = equal;
        result.before = act->frame;
    }
    if (stops) {
        result.state = PLAYING_DIFFERS;
    }
}

void playing_end(struct mCore* core, bool has_all) {
    take_hash(core);
    if (!playing_is_on()) {
        return;
    }
    if (!has_all && !result.regions) {
        result.after = equal;
        result.before = last;
    }
    result.state = has_all && !result.regions ? PLAYING_EQUAL : PLAYING_DIFFERS;
}

void playing_interrupt(void) {
    if (playing_is_on()) {
        result.state = PLAYING_INTERRUPTED;
    }
}

const struct playing_result* playing_result(void) {
    return &result;
}
