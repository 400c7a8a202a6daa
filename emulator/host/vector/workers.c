#include "workers.h"

#include "answer.h"
#include "bell.h"
#include "clock.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct worker_watch {
    pid_t process; // 0: the system gave none
    bool is_stuck; // and was ended
    bool had_work; // at the latest look
    uint32_t progress;
    int64_t still; // how long it hasn't changed, while this process ran
};

static struct vector_parts* parts;
static struct worker_watch* watches;
static struct workers_lost lost;

static uint32_t count(void) {
    return parts->settings.count;
}

static bool start(uint32_t game) {
    const pid_t process = fork();
    if (!process) {
        work(parts, game);
    }
    watches[game] = (struct worker_watch) {.process = process > 0 ? process : 0};
    return process > 0;
}

bool workers_open(struct vector_parts* opened, struct failure* failure) {
    parts = opened;
    watches = calloc(count(), sizeof(*watches));
    if (!watches) {
        return fail(failure, "Out of memory.");
    }
    for (uint32_t i = 0; i < count(); ++i) {
        if (!start(i)) {
            return fail(failure, "The system can't start %u processes: %s.", count(), strerror(errno));
        }
    }
    return true;
}

// Answers the order that a worker left, or has the next answer tell that it died.
static void answer_for(uint32_t game, enum vector_status status) {
    struct worker_words* words = &parts->shared->workers[game];
    const uint32_t answered = atomic_load(&words->answered);
    if (!order_is_there(&parts->block, game, answered)) {
        words->lost = status;
        // It may have died before it told the client.
        answer_publish(&parts->block, game, answered, true);
        return;
    }
    struct order order = order_take(&parts->block, game);
    order.status = status;
    answer_write(&parts->block, game, &order, 0, 0);
    words->lost = STATUS_STEPPED;
    atomic_store(&words->answered, order.ticket);
    answer_publish(&parts->block, game, order.ticket, true);
}

static void replace(uint32_t game) {
    struct worker_words* words = &parts->shared->workers[game];
    const bool was_stuck = watches[game].is_stuck;
    ++*(was_stuck ? &lost.stuck : &lost.died);
    atomic_store(&words->is_busy, 0);
    atomic_store(&words->inquiry, INQUIRY_NONE);
    answer_for(game, was_stuck ? STATUS_STUCK : STATUS_DIED);
    start(game);
}

void workers_reap(void) {
    for (uint32_t i = 0; i < count(); ++i) {
        if (watches[i].process && waitpid(watches[i].process, NULL, WNOHANG) > 0) {
            replace(i);
        }
    }
}

// A worker that waits at the closed gate is not stuck.
static bool has_work(const struct worker_words* words, uint32_t game) {
    return atomic_load(&words->is_busy)
        || (!atomic_load(&parts->shared->gate) && (order_is_there(&parts->block, game, atomic_load(&words->answered))
                                                   || atomic_load(&words->inquiry) != INQUIRY_NONE));
}

static void look(uint32_t game, int64_t elapsed) {
    struct worker_watch* watch = &watches[game];
    const struct worker_words* words = &parts->shared->workers[game];
    const uint32_t progress = atomic_load(&words->progress);
    const bool works = has_work(words, game);
    if (!works || !watch->had_work || progress != watch->progress) {
        watch->had_work = works;
        watch->progress = progress;
        watch->still = 0;
        return;
    }
    watch->still += elapsed;
    if (!atomic_load(&words->is_busy)) {
        // Its client may have died before it rang.
        bell_wake(&parts->block, game);
    }
    if (watch->still >= parts->settings.timeout * MILLISECOND && !watch->is_stuck) {
        watch->is_stuck = true;
        kill(watch->process, SIGKILL);
    }
}

void workers_look(void) {
    static int64_t latest;
    const int64_t now = clock_now();
    const int64_t most = parts->settings.timeout * MILLISECOND / 2;
    // If all processes were stopped, the workers get time to go on.
    const int64_t elapsed = now - latest < most ? now - latest : most;
    latest = now;
    for (uint32_t i = 0; i < count(); ++i) {
        if (watches[i].process) {
            look(i, elapsed);
        } else {
            start(i);
        }
    }
}

bool workers_have_orders(void) {
    for (uint32_t i = 0; i < count(); ++i) {
        if (order_is_there(&parts->block, i, atomic_load(&parts->shared->workers[i].answered))) {
            return true;
        }
    }
    return false;
}

struct workers_lost workers_lost(void) {
    return lost;
}

void workers_close(void) {
    for (uint32_t i = 0; watches && i < count(); ++i) {
        if (watches[i].process) {
            kill(watches[i].process, SIGKILL);
            waitpid(watches[i].process, NULL, 0);
        }
    }
    free(watches);
}
