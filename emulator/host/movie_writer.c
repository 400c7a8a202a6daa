#include "movie_writer.h"

#include "notes.h"

#include <inttypes.h>
#include <string.h>

struct writer {
    struct movie* movie;
    struct recording* recording;
    int64_t start;  // the frame before the first one
    int64_t to;
    int64_t hashed; // the latest frame with a hash
    bool is_written;
};

static const char phases[] = {[ACT_RUN] = 'r', [ACT_CALLBACK] = 'c', [ACT_BETWEEN] = 'b'};

static void write_write(struct writer* writer, const struct act* act, int64_t frame) {
    struct act_write write;
    memcpy(&write, act->bytes, sizeof(write));
    const char phase = phases[act->phase];
    if (act->kind == ACT_BUS) {
        writer->is_written &= movie_print(writer->movie, "bus %" PRId64 " %c %u %u %u\n", frame, phase, write.width, write.address,
                                          write.value);
    } else {
        writer->is_written &= movie_print(writer->movie, "raw %" PRId64 " %c %u %u %d %u\n", frame, phase, write.width, write.address,
                                          write.segment, write.value);
    }
}

static void write_hash(struct writer* writer, const struct memory_hash* hash, int64_t frame) {
    if (writer->hashed == frame) {
        return;
    }
    writer->hashed = frame;
    const enum mPlatform platform = writer->recording->moments.platform;
    writer->is_written &= movie_print(writer->movie, "hash %" PRId64, frame);
    for (size_t i = 0; i < hash->count; ++i) {
        writer->is_written &= movie_print(writer->movie, " %s=%016" PRIx64, memory_hash_name(platform, i), hash->regions[i]);
    }
    writer->is_written &= movie_print(writer->movie, "\n");
}

static void write_sensors(struct writer* writer, const struct sensor_values* sensors, int64_t frame, enum act_phase phase) {
    writer->is_written &= movie_print(writer->movie, "sensors %" PRId64 " %c %d %d %d %d\n", frame, phases[phase], sensors->tilt_x,
                                      sensors->tilt_y, sensors->gyroscope, sensors->light);
}

static void write_cheats(struct writer* writer, const uint8_t* text, size_t size, int64_t frame, enum act_phase phase) {
    writer->is_written &= movie_print(writer->movie, "cheats %" PRId64 " %c %zu\n", frame, phases[phase], size)
        && movie_add(writer->movie, text, size) && movie_add(writer->movie, "\n", 1);
}

static void write_act(struct writer* writer, const struct act* act) {
    const int64_t frame = act->frame - writer->start;
    union {
        uint32_t keys;
        int64_t clock;
        struct act_register named;
        struct sensor_values sensors;
        struct memory_hash hash;
    } what;
    memcpy(&what, act->bytes, act->size < sizeof(what) ? act->size : sizeof(what));
    switch (act->kind) {
    case ACT_KEYS:
        writer->is_written &= movie_print(writer->movie, "keys %" PRId64 " %c %u\n", frame, phases[act->phase], what.keys);
        break;
    case ACT_CLOCK:
        writer->is_written &= movie_print(writer->movie, "clock %" PRId64 " %" PRId64 "\n", frame, what.clock);
        break;
    case ACT_BUS:
    case ACT_RAW:
        write_write(writer, act, frame);
        break;
    case ACT_REGISTER:
        writer->is_written &= movie_print(writer->movie, "register %" PRId64 " %c %s %d\n", frame, phases[act->phase], what.named.name,
                                          what.named.value);
        break;
    case ACT_SENSORS:
        write_sensors(writer, &what.sensors, frame, act->phase);
        break;
    case ACT_CHEATS:
        write_cheats(writer, act->bytes, act->size, frame, act->phase);
        break;
    case ACT_RESET:
        writer->is_written &= movie_print(writer->movie, "reset %" PRId64 "\n", frame);
        break;
    case ACT_HASH:
        write_hash(writer, &what.hash, frame);
        break;
    default:
        break;
    }
}

static void write_bytes(struct writer* writer, const char* kind, int64_t frame, const uint8_t* bytes, size_t size) {
    writer->is_written &= frame < 0 ? movie_print(writer->movie, "%s %zu\n", kind, size)
                                    : movie_print(writer->movie, "%s %" PRId64 " %zu\n", kind, frame, size);
    writer->is_written &= movie_add(writer->movie, bytes, size) && movie_add(writer->movie, "\n", 1);
}

// Writes the notes of the movie's frames, and of the moment that it starts with.
static void write_notes(struct writer* writer) {
    const struct note* notes;
    const int count = notes_list(&notes);
    for (int i = 0; i < count; ++i) {
        if (notes[i].frame >= writer->start && notes[i].frame <= writer->to) {
            write_bytes(writer, "note", notes[i].frame - writer->start, (const uint8_t*) notes[i].text, strlen(notes[i].text));
        }
    }
}

// Writes the buttons that are down at the start, which only the snapshot knows, unless the first act sets them.
static void write_start_keys(struct writer* writer, const struct moment* moment, uint32_t keys) {
    struct act first;
    const struct acts_place place = acts_first(&moment->acts);
    const bool has_acts = acts_peek(&moment->acts, &place, &first) && first.frame == moment->frame && first.phase != ACT_RUN;
    if (keys && !(has_acts && first.kind == ACT_KEYS)) {
        const char phase = phases[has_acts ? first.phase : ACT_BETWEEN];
        writer->is_written &= movie_print(writer->movie, "keys 0 %c %u\n", phase, keys);
    }
}

static void write_moment(struct writer* writer, const struct moment* moment, bool is_start) {
    struct snapshot snapshot = {0};
    struct moments* moments = &writer->recording->moments;
    if (!moments_read(moments, moment, &snapshot)) {
        writer->is_written = false;
    } else if (is_start && moment->is_power_on) {
        size_t size;
        const uint8_t* save = snapshot_save(snapshot.bytes, moments->platform, &size);
        write_bytes(writer, "power", -1, save, size);
        write_notes(writer);
        write_start_keys(writer, moment, snapshot_keys(&snapshot, moments->platform));
        const struct sensor_values sensors = snapshot_sensors(&snapshot, moments->platform);
        if (sensors.tilt_x || sensors.tilt_y || sensors.gyroscope || sensors.light) {
            write_sensors(writer, &sensors, 0, ACT_BETWEEN);
        }
        const char* cheats = snapshot_cheats(&snapshot, moments->platform, &size);
        if (size) {
            write_cheats(writer, (const uint8_t*) cheats, size, 0, ACT_BETWEEN);
        }
    } else {
        write_bytes(writer, "state", moment->frame - writer->start, snapshot.bytes, snapshot.size);
        if (is_start) {
            write_notes(writer);
            write_start_keys(writer, moment, snapshot_keys(&snapshot, moments->platform));
        }
    }
    snapshot_free(&snapshot);
}

// Returns whether an act is in the movie's frames. An act of phase ACT_RUN has the number of the frame before the one that runs.
static bool is_inside(const struct writer* writer, const struct act* act) {
    return act->frame < writer->to || (act->frame == writer->to && act->phase != ACT_RUN);
}

// Writes the acts after a moment. Returns the frame of the first one that can't be repeated; -1: there is none.
static int64_t write_acts(struct writer* writer, const struct moment* moment) {
    int64_t replaced = -1;
    struct act act;
    struct act hash = {.frame = -1};
    for (struct acts_place place = acts_first(&moment->acts); acts_peek(&moment->acts, &place, &act) && is_inside(writer, &act);) {
        // After a movie was played, the hash of its last frame is before the acts of that frame's callback. It is dropped if there are
        // some, because the hash of a frame in a movie is of the memory after them.
        if (hash.frame >= 0 && !(act.frame == hash.frame && act.phase == ACT_CALLBACK)) {
            write_act(writer, &hash);
        }
        hash.frame = -1;
        if (!act_is_repeatable(&act)) {
            replaced = act.frame;
            break;
        }
        if (act.kind == ACT_HASH) {
            hash = act;
        } else {
            write_act(writer, &act);
        }
        acts_pass(&place, &moment->acts, &act);
    }
    if (hash.frame >= 0) {
        write_act(writer, &hash);
    }
    return replaced;
}

// Writes what follows a moment. Returns the next one; NULL: there is none before the end, or a frame is missing.
static const struct moment* write_span(struct writer* writer, const struct moment* moment, struct failure* failure) {
    const int64_t replaced = write_acts(writer, moment);
    const struct moment* after = moment->after;
    if (replaced >= 0 && !(after && after->frame == replaced)) {
        writer->is_written &= replaced == writer->to
            || fail(failure, "Frame %" PRId64 " is missing: a state was loaded or the game was reset before it, and no snapshot followed. "
                             "Write the frames before it, or those from a later snapshot.", replaced + 1);
        return NULL;
    }
    if (!after || after->frame > writer->to) {
        return NULL;
    }
    if (replaced >= 0) {
        write_moment(writer, after, false);
    }
    write_hash(writer, &after->hash, after->frame - writer->start);
    return after->frame < writer->to ? after : NULL;
}

static const struct moment* find_start(const struct recording* recording, int64_t from) {
    const struct moment* moment = recording->moments.last;
    while (moment && moment->frame >= from) {
        moment = moment->before;
    }
    return moment;
}

bool movie_write(struct movie* movie, struct recording* recording, int64_t* from, int64_t to, struct failure* failure) {
    const struct moment* moment = find_start(recording, *from);
    if (!moment || to > recording->end || *from > to) {
        const struct recording_range range = recording_range(recording);
        return fail(failure, "The history has the frames %" PRId64 " to %" PRId64 "; got %" PRId64 " to %" PRId64 ".", range.from, range.to,
                    *from, to);
    }
    moments_wait(&recording->moments);
    struct writer writer = {
        .movie = movie, .recording = recording, .start = moment->frame, .to = to, .hashed = -1, .is_written = true,
    };
    *from = moment->frame + 1;
    *failure = (struct failure) {0};
    const char* platform = recording->moments.platform == mPLATFORM_GBA ? "GBA" : "GB";
    writer.is_written = movie_print(movie, "movie 1 %s %" PRId64 "\n", platform, to - moment->frame);
    write_moment(&writer, moment, true);
    while (moment && writer.is_written) {
        moment = write_span(&writer, moment, failure);
    }
    writer.is_written &= movie_print(movie, "end\n");
    return writer.is_written || (!*failure->sentence && fail(failure,
        "The movie would be larger than %zu MiB, or there is no memory for it.", MOVIE_BYTES_MAX >> 20));
}
