#include "moments.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

// Moments from one whole moment to the next: a minute.
#define GROUP_MAX 60
// A group takes at most this part of all bytes, so that the oldest one can be forgotten.
#define GROUP_SHARE 4

// Bytes for what is added before more can be forgotten.
#define SPARE ((size_t) 320 << 10)

#define STACK_SIZE ((size_t) 256 << 10)

static void pack(struct moments* moments, struct moment* moment, const struct snapshot* snapshot) {
    const bool is_whole = moment->is_whole || snapshot->size != moments->latest.size;
    struct difference difference = {0};
    const bool is_done = difference_pack(&difference, is_whole ? NULL : moments->latest.bytes, snapshot->bytes, snapshot->size);
    moment->hash = memory_hash(snapshot->bytes, moments->platform);
    pthread_mutex_lock(&moments->mutex);
    moment->difference = difference;
    moment->is_whole = is_whole;
    moment->is_packed = true;
    moments->bytes += difference.size;
    moments->is_broken = moments->is_broken || !is_done;
    pthread_mutex_unlock(&moments->mutex);
}

static void* work(void* context) {
    struct moments* moments = context;
    pthread_mutex_lock(&moments->mutex);
    while (!moments->is_ending || moments->queued) {
        if (!moments->queued) {
            pthread_cond_wait(&moments->changed, &moments->mutex);
            continue;
        }
        struct moment* moment = moments->queue[0].moment;
        struct snapshot snapshot = moments->queue[0].snapshot;
        pthread_mutex_unlock(&moments->mutex);
        pack(moments, moment, &snapshot);
        pthread_mutex_lock(&moments->mutex);
        const struct snapshot unused = moments->latest;
        moments->latest = snapshot;
        --moments->queued;
        memmove(moments->queue, moments->queue + 1, moments->queued * sizeof(*moments->queue));
        moments->queue[moments->queued].snapshot = unused;
        pthread_cond_broadcast(&moments->changed);
    }
    pthread_mutex_unlock(&moments->mutex);
    return NULL;
}

bool moments_open(struct moments* moments, size_t bytes_max) {
    *moments = (struct moments) {.bytes_max = bytes_max, .is_broken = true};
    pthread_mutex_init(&moments->mutex, NULL);
    pthread_cond_init(&moments->changed, NULL);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_SIZE);
    // Signals are for the main thread.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    moments->is_open = !pthread_create(&moments->thread, &attributes, work, moments);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return moments->is_open;
}

void moments_wait(struct moments* moments) {
    pthread_mutex_lock(&moments->mutex);
    while (moments->queued) {
        pthread_cond_wait(&moments->changed, &moments->mutex);
    }
    pthread_mutex_unlock(&moments->mutex);
}

void moments_close(struct moments* moments) {
    if (!moments->is_open) {
        return;
    }
    pthread_mutex_lock(&moments->mutex);
    moments->is_ending = true;
    pthread_cond_broadcast(&moments->changed);
    pthread_mutex_unlock(&moments->mutex);
    pthread_join(moments->thread, NULL);
    moments_cut(moments, NULL);
    snapshot_free(&moments->latest);
    for (int i = 0; i < MOMENTS_QUEUED; ++i) {
        snapshot_free(&moments->queue[i].snapshot);
    }
    pthread_mutex_destroy(&moments->mutex);
    pthread_cond_destroy(&moments->changed);
    moments->is_open = false;
}

bool moments_have_room(struct moments* moments, bool waits) {
    pthread_mutex_lock(&moments->mutex);
    while (waits && moments->queued == MOMENTS_QUEUED) {
        pthread_cond_wait(&moments->changed, &moments->mutex);
    }
    const bool has_room = moments->queued < MOMENTS_QUEUED;
    pthread_mutex_unlock(&moments->mutex);
    return has_room;
}

static bool begins_group(const struct moments* moments, const struct moment* before) {
    size_t bytes = 0;
    unsigned count = 0;
    for (const struct moment* moment = before; moment; moment = moment->before) {
        bytes += moment->difference.size + moment->acts.capacity;
        ++count;
        if (moment->is_whole) {
            break;
        }
    }
    return moments->is_broken || before != moments->newest || count >= GROUP_MAX || bytes > moments->bytes_max / GROUP_SHARE;
}

static void link_after(struct moments* moments, struct moment* before, struct moment* moment) {
    if (before) {
        acts_fit(&before->acts);
    }
    moment->before = before;
    moment->after = before ? before->after : NULL;
    *(before ? &before->after : &moments->first) = moment;
    *(moment->after ? &moment->after->before : &moments->last) = moment;
    moments->newest = moment;
    moments->bytes += sizeof(*moment);
}

struct moment* moments_add(struct moments* moments, struct moment* before, struct mCore* core, int64_t frame, bool has_hash) {
    struct moment* moment = calloc(1, sizeof(*moment));
    pthread_mutex_lock(&moments->mutex);
    // The thread uses only the snapshots before this one.
    struct snapshot* snapshot = &moments->queue[moments->queued].snapshot;
    moments->platform = core->platform(core);
    if (!moment || !snapshot_take(snapshot, core)) {
        free(moment);
        moment = NULL;
    } else {
        moment->frame = frame;
        moment->has_hash = has_hash;
        moment->size = snapshot->size;
        moment->is_whole = begins_group(moments, before);
        moments->is_broken = false;
        acts_begin(&moment->acts, frame);
        link_after(moments, before, moment);
        moments->queue[moments->queued++].moment = moment;
        pthread_cond_broadcast(&moments->changed);
    }
    pthread_mutex_unlock(&moments->mutex);
    return moment;
}

void moments_begin_group(struct moments* moments) {
    pthread_mutex_lock(&moments->mutex);
    moments->is_broken = true;
    pthread_mutex_unlock(&moments->mutex);
}

bool moments_read(struct moments* moments, const struct moment* moment, struct snapshot* snapshot) {
    moments_wait(moments);
    const struct moment* step = moment;
    while (!step->is_whole && step->before) {
        step = step->before;
    }
    if (!step->is_whole || !snapshot_reserve(snapshot, moment->size)) {
        return false;
    }
    snapshot->size = moment->size;
    memset(snapshot->bytes, 0, snapshot->size);
    for (;; step = step->after) {
        if (!difference_apply(&step->difference, snapshot->bytes, snapshot->size)) {
            return false;
        }
        if (step == moment) {
            return true;
        }
    }
}

// Returns the bytes that a moment took.
static size_t free_moment(struct moment* moment) {
    const size_t bytes = sizeof(*moment) + moment->difference.size;
    difference_free(&moment->difference);
    acts_free(&moment->acts);
    free(moment);
    return bytes;
}

void moments_cut(struct moments* moments, struct moment* moment) {
    if (moments->last == moment) {
        return;
    }
    moments_wait(moments);
    while (moments->last != moment) {
        struct moment* last = moments->last;
        moments->last = last->before;
        moments->bytes -= free_moment(last);
    }
    *(moment ? &moment->after : &moments->first) = NULL;
    moments->newest = NULL;
    moments->is_broken = true;
}

static struct moment* next_whole(const struct moments* moments) {
    struct moment* moment = moments->first ? moments->first->after : NULL;
    while (moment && !(moment->is_packed && moment->is_whole)) {
        moment = moment->after;
    }
    return moment;
}

size_t moments_bytes(struct moments* moments) {
    pthread_mutex_lock(&moments->mutex);
    size_t bytes = moments->bytes;
    pthread_mutex_unlock(&moments->mutex);
    for (const struct moment* moment = moments->first; moment; moment = moment->after) {
        bytes += moment->acts.capacity;
    }
    return bytes;
}

const struct moment* moments_hashed(struct moments* moments, const struct moment* moment) {
    pthread_mutex_lock(&moments->mutex);
    while (moment && !(moment->has_hash && moment->is_packed)) {
        moment = moment->before;
    }
    pthread_mutex_unlock(&moments->mutex);
    return moment;
}

void moments_trim(struct moments* moments, const struct moment* at, int64_t oldest) {
    struct moment* whole;
    const size_t bytes_max = moments->bytes_max - SPARE;
    while ((whole = next_whole(moments)) && whole->frame <= at->frame && (whole->frame < oldest || moments_bytes(moments) > bytes_max)) {
        pthread_mutex_lock(&moments->mutex);
        while (moments->first != whole) {
            struct moment* first = moments->first;
            moments->first = first->after;
            moments->bytes -= free_moment(first);
        }
        whole->before = NULL;
        pthread_mutex_unlock(&moments->mutex);
    }
}

