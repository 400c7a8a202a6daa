#include "work.h"

#include "actions.h"
#include "answer.h"
#include "bell.h"
#include "gate.h"
#include "generator.h"
#include "inquiry.h"
#include "order.h"
#include "step.h"

#include <mgba/core/log.h>

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

struct worker {
    struct vector_parts* parts;
    struct worker_words* words;
    uint32_t game;
    bool has_begun; // the game was set to a start
    bool is_drawn; // the latest frame
};

// What a game logs would fill the parent's log, or block its worker at a full pipe.
static void log_nothing(struct mLogger* logger, int category, enum mLogLevel level, const char* format, va_list arguments) {
    (void) logger;
    (void) category;
    (void) level;
    (void) format;
    (void) arguments;
}

void work_detach(const struct vector_parts* parts) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parts->parent) {
        _exit(1);
    }
    static struct mLogger nothing = {.log = log_nothing};
    mLogSetDefaultLogger(&nothing);
    close_range(STDERR_FILENO + 1, ~0u, 0);
}

// Sets the game to start 0, but only for an order or inquiry that needs it: if that start kills the process, replacing workers must not
// go on without end.
static void begin(struct worker* worker) {
    if (!worker->has_begun) {
        worker->has_begun = true;
        step_reset(0);
    }
}

static void run_order(struct worker* worker, struct order* order) {
    const struct vector_block* block = &worker->parts->block;
    int64_t frame = 0;
    uint64_t missing = 0;
    const bool resets = order->flags & ORDER_RESET;
    if (order->status == STATUS_STEPPED) {
        order->status = resets ? STATUS_STEPPED : worker->words->lost;
        worker->words->lost = STATUS_STEPPED;
    }
    if (order->status == STATUS_STEPPED) {
        if (!resets) {
            begin(worker);
        }
        const struct answer place = answer_place(block, worker->game, order->batch);
        if (step_run(order, &place, &frame, &missing)) {
            worker->has_begun = true;
            worker->is_drawn = block->layout.picture;
        } else {
            order->status = STATUS_BAD_START;
        }
    }
    answer_write(block, worker->game, order, frame, missing);
}

static void serve_order(struct worker* worker) {
    const struct vector_block* block = &worker->parts->block;
    gate_enter(worker->parts->shared, worker->game);
    struct order order = order_take(block, worker->game);
    run_order(worker, &order);
    gate_leave(worker->parts->shared, worker->game);
    atomic_store(&worker->words->answered, order.ticket);
    answer_publish(block, worker->game, order.ticket, false);
}

static void serve_inquiry(struct worker* worker, enum inquiry inquiry) {
    gate_enter(worker->parts->shared, worker->game);
    begin(worker);
    inquiry_answer(&worker->parts->game, worker->parts->shared, inquiry, worker->is_drawn);
    gate_leave(worker->parts->shared, worker->game);
    atomic_store(&worker->words->inquiry, INQUIRY_NONE);
}

void work(struct vector_parts* parts, uint32_t game) {
    work_detach(parts);
    struct worker worker = {.parts = parts, .words = &parts->shared->workers[game], .game = game};
    const struct step_machine machine = {
        .game = &parts->game, .settings = &parts->settings, .shared = parts->shared, .progress = &worker.words->progress,
        .generator = generator_of(parts->settings.seed, game),
    };
    step_open(&machine);
    actions_open(&parts->block, worker.words, game);
    for (;;) {
        const uint32_t seen = bell_count(&parts->block);
        const enum inquiry inquiry = atomic_load(&worker.words->inquiry);
        if (inquiry != INQUIRY_NONE) {
            serve_inquiry(&worker, inquiry);
        } else if (order_is_there(&parts->block, game, atomic_load(&worker.words->answered))) {
            serve_order(&worker);
        } else {
            bell_wait(&parts->block, seen, game, parts->settings.spin);
        }
    }
}
