#include "recording.h"

#include "marks.h"
#include "notes.h"

bool recording_open(struct recording* recording, size_t bytes_max) {
    recording->frame = recording->end = -1;
    recording->at = NULL;
    return moments_open(&recording->moments, bytes_max);
}

void recording_close(struct recording* recording) {
    moments_close(&recording->moments);
    recording->at = NULL;
}

bool recording_peek(const struct recording* recording, struct act* act) {
    return recording->at && acts_peek(&recording->at->acts, &recording->place, act);
}

bool recording_lags(const struct recording* recording) {
    struct act next;
    return recording_peek(recording, &next) && next.frame < recording->frame;
}

void recording_pass(struct recording* recording, const struct act* act) {
    acts_pass(&recording->place, &recording->at->acts, act);
}

void recording_cut(struct recording* recording) {
    if (recording->at) {
        acts_cut(&recording->at->acts, &recording->place);
        moments_cut(&recording->moments, recording->at);
    }
    marks_keep(INT64_MIN, recording->frame);
    notes_keep(INT64_MIN, recording->frame);
    recording->end = recording->frame;
}

void recording_clear(struct recording* recording) {
    moments_cut(&recording->moments, NULL);
    marks_clear();
    notes_clear();
    recording->at = NULL;
    recording->end = recording->frame;
}

bool recording_add(struct recording* recording, enum act_phase phase, enum act_kind kind, const void* bytes, size_t size) {
    if (!recording->at) {
        return true;
    }
    const struct act act = {recording->frame, phase, kind, size, bytes};
    struct act next;
    if (act_is_repeatable(&act) && recording_peek(recording, &next) && act_equals(&next, &act)) {
        recording_pass(recording, &next);
        return true;
    }
    recording_cut(recording);
    const bool is_added = acts_add(&recording->at->acts, &act);
    recording->place = acts_last(&recording->at->acts);
    return is_added;
}

void recording_count(struct recording* recording) {
    ++recording->frame;
    if (recording->end < recording->frame) {
        recording->end = recording->frame;
    }
}

void recording_settle(struct recording* recording) {
    struct act next;
    // Hashes of a movie that no longer plays.
    while (recording_peek(recording, &next) && next.kind == ACT_HASH && next.frame <= recording->frame) {
        recording_pass(recording, &next);
    }
    const bool misses = recording_peek(recording, &next)
        && (next.frame < recording->frame || (next.frame == recording->frame && next.phase != ACT_RUN));
    if (misses) {
        recording_cut(recording);
    }
    struct moment* after = recording->at ? recording->at->after : NULL;
    if (after && after->frame == recording->frame) {
        recording_enter(recording, after);
    }
}

void recording_enter(struct recording* recording, struct moment* moment) {
    recording->at = moment;
    recording->place = acts_first(&moment->acts);
}

struct moment* recording_replacement(const struct recording* recording) {
    struct moment* after = recording->at->after;
    struct acts_place place = recording->place;
    struct act act;
    bool is_replaced = false;
    while (acts_peek(&recording->at->acts, &place, &act)) {
        is_replaced = is_replaced || !act_is_repeatable(&act);
        if (act.kind == ACT_RESET) {
            return NULL;
        }
        acts_pass(&place, &recording->at->acts, &act);
    }
    return is_replaced && after && after->frame == recording->frame ? after : NULL;
}

bool recording_add_moment(struct recording* recording, struct mCore* core, bool has_hash, bool waits, int64_t oldest) {
    // A moment with a hash can't be left out: equal games must have hashes of the same frames.
    if (!moments_have_room(&recording->moments, has_hash || waits)) {
        return false;
    }
    struct moment* moment = moments_add(&recording->moments, recording->at, core, recording->frame, has_hash);
    if (!moment) {
        return false;
    }
    if (recording->at && !acts_split(&recording->at->acts, &recording->place, &moment->acts)) {
        recording_cut(recording);
        return false;
    }
    recording_enter(recording, moment);
    moments_trim(&recording->moments, moment, oldest);
    return true;
}

size_t recording_bytes(struct recording* recording) {
    return moments_bytes(&recording->moments);
}

const struct moment* recording_hashed(struct recording* recording) {
    return moments_hashed(&recording->moments, recording->at);
}

struct recording_range recording_range(const struct recording* recording) {
    const struct moment* first = recording->moments.first;
    const int64_t from = first && first->frame < recording->frame ? first->frame + 1 : recording->frame;
    return (struct recording_range) {from, recording->frame, recording->end};
}

// Returns whether all acts from a moment to before a frame can be repeated.
static bool is_repeatable(const struct moment* moment, int64_t frame) {
    struct act act;
    for (struct acts_place place = acts_first(&moment->acts); acts_peek(&moment->acts, &place, &act) && act.frame < frame;) {
        if (!act_is_repeatable(&act)) {
            return false;
        }
        acts_pass(&place, &moment->acts, &act);
    }
    return true;
}

struct moment* recording_find(const struct recording* recording, int64_t frame) {
    struct moment* moment = frame <= recording->end ? recording->moments.last : NULL;
    while (moment && moment->frame >= frame) {
        moment = moment->before;
    }
    return moment && is_repeatable(moment, frame) ? moment : NULL;
}
