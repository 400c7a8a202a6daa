#ifndef HOST_MOMENTS_H
#define HOST_MOMENTS_H

#include "acts.h"
#include "difference.h"
#include "memory_hash.h"
#include "snapshot.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Snapshots of the machine, each as the difference from the one before, which another thread compresses. At times one is whole, so that
// those before it can be forgotten.

struct moment {
    struct moment* before;
    struct moment* after;
    int64_t frame; // the latest that had ended
    bool is_whole;
    bool is_power_on; // the console was just switched on
    bool is_packed;
    struct difference difference;
    size_t size;       // of the snapshot
    struct memory_hash hash;
    bool has_hash;     // the frame is one of those at which all recordings have hashes, so that games can be compared
    struct acts acts;  // from it to the moment after
};

#define MOMENTS_QUEUED 2

struct moments {
    struct moment* first;
    struct moment* last;
    size_t bytes; // of all moments, without their acts
    size_t bytes_max;
    enum mPlatform platform;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    struct {
        struct moment* moment;
        struct snapshot snapshot;
    } queue[MOMENTS_QUEUED];
    unsigned queued;
    struct snapshot latest; // the thread's: the snapshot before
    const struct moment* newest; // the latest one that was added; NULL: it is forgotten
    bool is_open;
    bool is_ending;
    bool is_broken; // the next moment must be whole
};

// Starts the thread. Returns false if the system can't.
bool moments_open(struct moments* moments, size_t bytes_max);
void moments_close(struct moments* moments);

// Returns whether another moment can be added now. With `waits` it can, once the thread has done some work.
bool moments_have_room(struct moments* moments, bool waits);

// Adds the present of `core` after the moment `before`; NULL: as the first one. A moment that follows there already must be whole. Call it
// only if there is room. Returns NULL if there is no memory for it.
struct moment* moments_add(struct moments* moments, struct moment* before, struct mCore* core, int64_t frame, bool has_hash);

// Waits until all moments are packed.
void moments_wait(struct moments* moments);

// Has the next moment be whole.
void moments_begin_group(struct moments* moments);

// Writes the snapshot of a moment into `snapshot`. Waits for the thread. Returns false if there is no memory for it.
bool moments_read(struct moments* moments, const struct moment* moment, struct snapshot* snapshot);

// Forgets the moments after `moment`; all if it is NULL.
void moments_cut(struct moments* moments, struct moment* moment);

// Forgets the oldest moments before `at` while there are too many bytes, and those that no frame from `oldest` on needs.
void moments_trim(struct moments* moments, const struct moment* at, int64_t oldest);

// Returns the latest moment with a hash that has been computed, up to `moment`; NULL: there is none.
const struct moment* moments_hashed(struct moments* moments, const struct moment* moment);

// Returns the bytes of all moments and acts.
size_t moments_bytes(struct moments* moments);

#endif
