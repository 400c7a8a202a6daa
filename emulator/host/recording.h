#ifndef HOST_RECORDING_H
#define HOST_RECORDING_H

#include "acts.h"
#include "moments.h"

#include <mgba/flags.h>

#include <mgba/core/core.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The log of a game: moments with the acts between them, and a place in it, the present. What is behind the place is the future that was
// left by a rewind; it stays as long as the same acts follow as before.

struct recording {
    struct moments moments;
    int64_t frame;           // the latest that has ended
    int64_t end;             // the latest that is known
    struct moment* at;       // the latest moment; NULL before the first one
    struct acts_place place; // among its acts
};

// Frames that can be returned to. `to` is after `now` only after a rewind.
struct recording_range {
    int64_t from;
    int64_t now;
    int64_t to;
};

bool recording_open(struct recording* recording, size_t bytes_max);
void recording_close(struct recording* recording);

// Reads the next act of the future. Returns false if there is none before the next moment.
bool recording_peek(const struct recording* recording, struct act* act);

// Returns whether an act of an earlier frame has not been done again.
bool recording_lags(const struct recording* recording);

// Moves the present behind an act that was read.
void recording_pass(struct recording* recording, const struct act* act);

// Adds an act of this frame, or passes it if it is the next one of the future. Returns false if there is no memory for it.
bool recording_add(struct recording* recording, enum act_phase phase, enum act_kind kind, const void* bytes, size_t size);

// Forgets the future, its marks and its notes: the game goes another way.
void recording_cut(struct recording* recording);

// Forgets everything.
void recording_clear(struct recording* recording);

// Called when a frame has ended.
void recording_count(struct recording* recording);

// Called before the next frame: forgets the future if an act of this frame is missing, and enters the next moment.
void recording_settle(struct recording* recording);

// Adds the present of `core` as a moment, and forgets those that no frame from `oldest` on needs. Returns whether that was possible; with
// a hash, or with `waits`, it fails only without memory.
bool recording_add_moment(struct recording* recording, struct mCore* core, bool has_hash, bool waits, int64_t oldest);

// Moves the present to a moment.
void recording_enter(struct recording* recording, struct moment* moment);

// Returns the moment at the end of this frame if something but a reset replaces the machine in it; NULL: nothing does.
struct moment* recording_replacement(const struct recording* recording);

// Returns the bytes that it takes.
size_t recording_bytes(struct recording* recording);

// Returns the latest moment with a hash of the memory; NULL: there is none.
const struct moment* recording_hashed(struct recording* recording);

struct recording_range recording_range(const struct recording* recording);

// Returns the latest moment from which a frame can be computed; NULL: there is none. There is none either if something else than keys and
// writes acted on the machine just before the frame, and no moment could be added since.
struct moment* recording_find(const struct recording* recording, int64_t frame);

#endif
