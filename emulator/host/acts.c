#include "acts.h"

#include "varint.h"

#include <stdlib.h>
#include <string.h>

#define CAPACITY_MIN ((size_t) 64)

void acts_begin(struct acts* acts, int64_t frame) {
    *acts = (struct acts) {.since = frame, .latest = frame};
}

static bool reserve(struct acts* acts, size_t more) {
    size_t capacity = acts->capacity ? acts->capacity : CAPACITY_MIN;
    while (capacity - acts->size < more) {
        capacity += capacity / 2;
    }
    if (capacity == acts->capacity) {
        return true;
    }
    uint8_t* bytes = realloc(acts->bytes, capacity);
    if (!bytes) {
        return false;
    }
    acts->bytes = bytes;
    acts->capacity = capacity;
    return true;
}

bool acts_add(struct acts* acts, const struct act* act) {
    if (!reserve(acts, 2 * VARINT_MAX + 1 + act->size)) {
        return false;
    }
    uint8_t* to = varint_write(acts->bytes + acts->size, (uint64_t) (act->frame - acts->latest));
    *to++ = (uint8_t) ((unsigned) act->kind << 2 | act->phase);
    to = varint_write(to, act->size);
    if (act->size) {
        memcpy(to, act->bytes, act->size);
    }
    acts->size = (size_t) (to - acts->bytes) + act->size;
    acts->latest = act->frame;
    return true;
}

bool acts_peek(const struct acts* acts, const struct acts_place* place, struct act* act) {
    if (place->at >= acts->size) {
        return false;
    }
    const uint8_t* end = acts->bytes + acts->size;
    uint64_t frames, size;
    const uint8_t* from = varint_read(acts->bytes + place->at, end, &frames);
    const uint8_t kind = *from++;
    from = varint_read(from, end, &size);
    *act = (struct act) {place->frame + (int64_t) frames, (enum act_phase) (kind & 3), (enum act_kind) (kind >> 2), size, from};
    return true;
}

void acts_pass(struct acts_place* place, const struct acts* acts, const struct act* act) {
    place->at = (size_t) (act->bytes - acts->bytes) + act->size;
    place->frame = act->frame;
}

struct acts_place acts_first(const struct acts* acts) {
    return (struct acts_place) {0, acts->since};
}

struct acts_place acts_last(const struct acts* acts) {
    return (struct acts_place) {acts->size, acts->latest};
}

void acts_cut(struct acts* acts, const struct acts_place* place) {
    acts->size = place->at;
    acts->latest = place->frame;
}

bool acts_split(struct acts* acts, const struct acts_place* place, struct acts* behind) {
    struct act first;
    if (!acts_peek(acts, place, &first)) {
        return true;
    }
    if (!acts_add(behind, &first)) {
        return false;
    }
    // Acts store how many frames they follow the one before, so only the first needs another number here.
    struct acts_place next = *place;
    acts_pass(&next, acts, &first);
    const size_t rest = acts->size - next.at;
    if (!reserve(behind, rest)) {
        return false;
    }
    memcpy(behind->bytes + behind->size, acts->bytes + next.at, rest);
    behind->size += rest;
    behind->latest = acts->latest;
    acts_cut(acts, place);
    return true;
}

void acts_fit(struct acts* acts) {
    uint8_t* bytes = acts->size ? realloc(acts->bytes, acts->size) : NULL;
    if (bytes) {
        acts->bytes = bytes;
        acts->capacity = acts->size;
    }
}

void acts_free(struct acts* acts) {
    free(acts->bytes);
    *acts = (struct acts) {0};
}

bool act_equals(const struct act* act, const struct act* other) {
    return act->frame == other->frame && act->phase == other->phase && act->kind == other->kind && act->size == other->size
        && !memcmp(act->bytes, other->bytes, act->size);
}

bool act_is_repeatable(const struct act* act) {
    return act->kind < ACT_LOAD;
}
