#include "vector.h"

#include "bell.h"
#include "clock.h"
#include "commands.h"
#include "change.h"
#include "control.h"
#include "history.h"
#include "signals.h"
#include "starts.h"
#include "watchdog.h"
#include "workers.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

// The year 2000. With the system's clock no run could be repeated.
#define CLOCK_DEFAULT 946684800
#define SPIN_DEFAULT 50
// The wait between two looks at a change that runs.
#define CHANGE_MILLISECONDS 1
// The longest wait between two looks at the workers.
#define LOOK_MILLISECONDS 1000
// Looks in the time that a frame may take.
#define LOOKS 4

static int signal_file = -1; // a descriptor of SIGCHLD and the ending signals

static bool open_signals(struct failure* failure) {
    static const int signals[] = {SIGCHLD, SIGTERM, SIGINT, SIGHUP, SIGQUIT};
    sigset_t set, blocked;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigprocmask(SIG_BLOCK, &set, &blocked);
    for (size_t i = 1; i < sizeof(signals) / sizeof(*signals); ++i) {
        // An ignored SIGHUP isn't blocked.
        if (sigismember(&blocked, signals[i]) == 1) {
            sigaddset(&set, signals[i]);
        }
    }
    signal_file = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    signals_ignore_broken_pipes(true);
    return signal_file >= 0 || fail(failure, "The system gives no descriptor for signals: %s.", strerror(errno));
}

// Returns false if an ending signal came.
static bool take_signals(void) {
    struct signalfd_siginfo signal;
    while (read(signal_file, &signal, sizeof(signal)) == (ssize_t) sizeof(signal)) {
        if (signal.ssi_signo != SIGCHLD) {
            return false;
        }
        workers_reap();
    }
    return true;
}

// With more games than processors, a worker that spins keeps others from theirs.
static int64_t default_spin(uint32_t count) {
    cpu_set_t processors;
    const bool is_known = !sched_getaffinity(0, sizeof(processors), &processors);
    return is_known && (int64_t) count <= CPU_COUNT(&processors) ? SPIN_DEFAULT : 0;
}

static bool open_parts(struct vector_parts* parts, const struct options* options, const struct machine* machine, struct failure* failure) {
    parts->settings = options->vector;
    parts->parent = getpid();
    if (parts->settings.spin < 0) {
        parts->settings.spin = default_spin(parts->settings.count);
    }
    if (!game_prepare(&parts->game, options->rom, machine, failure)) {
        return false;
    }
    game_begin(&parts->game);
    // Without limits there is no history; this makes equal machines give equal states.
    history_enter(&parts->game);
    const struct vector_settings* settings = &parts->settings;
    vector_layout_make(&parts->block.layout, settings->count, settings->width, settings->height, settings->channels);
    parts->shared = vector_shared_create(parts->settings.count, failure);
    return parts->shared && vector_block_open(&parts->block, failure) && starts_open(parts, failure);
}

struct lease {
    uint32_t bell;
    int64_t since; // of the latest use
};

static bool is_over(struct lease* lease, const struct commands* commands) {
    const uint32_t bell = bell_count(&commands->parts->block);
    // A long step is use until its end.
    if (bell != lease->bell || workers_have_orders()) {
        lease->bell = bell;
        lease->since = clock_now();
    }
    const bool has_ended = commands->lease && clock_now() - lease->since >= commands->lease * SECOND;
    if (has_ended) {
        printf("Its lease has ended.\n");
    }
    return has_ended;
}

static int wait_time(const struct vector_settings* settings) {
    const int64_t look = settings->timeout / LOOKS;
    return change_is_running() ? CHANGE_MILLISECONDS : (int) (look < LOOK_MILLISECONDS ? look : LOOK_MILLISECONDS);
}

static void serve(struct commands* commands) {
    struct lease lease = {.bell = bell_count(&commands->parts->block), .since = clock_now()};
    struct control_request request;
    struct pollfd polls[CONTROL_POLLS + 1];
    do {
        control_prepare(polls);
        polls[CONTROL_POLLS] = (struct pollfd) {.fd = signal_file, .events = POLLIN};
        poll(polls, CONTROL_POLLS + 1, wait_time(&commands->parts->settings));
        if (!take_signals()) {
            return;
        }
        workers_look();
        control_serve(polls);
        commands_continue(commands);
        while (control_next(&request)) {
            lease.since = clock_now();
            commands_run(commands, &request);
        }
    } while (!commands->ends && !is_over(&lease, commands));
}

bool run_vector(const struct options* options, struct failure* failure) {
    static struct vector_parts parts;
    struct machine machine = options->machine;
    machine.clock = machine.clock < 0 ? CLOCK_DEFAULT : machine.clock;
    watchdog_open();
    struct commands commands = {.parts = &parts, .lease = options->expiry};
    const bool is_open = open_signals(failure) && open_parts(&parts, options, &machine, failure)
        && control_open(options->control, commands_limit, failure) && workers_open(&parts, failure);
    if (is_open) {
        printf("A vector of %u games.\n", parts.settings.count);
        serve(&commands);
    }
    workers_close();
    control_close();
    game_close(&parts.game);
    return is_open;
}
