// The baseline of bench/vectors/run.py: games that run the same steps as a vector's, each in a process of its own, without a client.
// bare ROM COUNT FRAMES WIDTH HEIGHT READS. For each line with a number of milliseconds it prints the steps of all games in that time.
// With READS of 0 and a picture of 0x0 that is the game alone.
#include "clock.h"
#include "history.h"
#include "logging.h"
#include "vector/actions.h"
#include "vector/futex.h"
#include "vector/starts.h"
#include "vector/step.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

struct rounds {
    _Atomic uint32_t number; // of the round, which each game waits for
    _Atomic uint32_t running; // games that have not ended the round
    _Atomic int64_t steps; // of all games in the round
    int64_t end; // in ns
};

static struct vector_parts parts;
static struct rounds* rounds;
static pid_t parent;

static void run_games(const struct step_machine* machine, uint32_t game, uint16_t frames) {
    static uint8_t pixels[PICTURE_WIDTH_MAX * PICTURE_HEIGHT_MAX];
    int64_t values[VECTOR_READS_MAX], frame;
    uint64_t missing;
    const struct answer answer = {values, pixels};
    const struct order order = {.frames = frames};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) {
        _exit(1);
    }
    step_open(machine);
    actions_open(&parts.block, &parts.shared->workers[game], game);
    for (uint32_t seen = 0;; ++seen) {
        while (atomic_load(&rounds->number) == seen) {
            futex_wait(&rounds->number, seen, FUTEX_ALL_BITS);
        }
        int64_t steps = 0;
        for (; clock_now() < rounds->end; ++steps) {
            step_run(&order, &answer, &frame, &missing);
        }
        atomic_fetch_add(&rounds->steps, steps);
        if (atomic_fetch_sub(&rounds->running, 1) == 1) {
            futex_wake(&rounds->running, FUTEX_ALL_BITS);
        }
    }
}

// A game that ends means that the measurement is wrong.
static void end_with_game(int signal) {
    (void) signal;
    _exit(3);
}

static void run_round(uint32_t count, int64_t milliseconds) {
    rounds->steps = 0;
    rounds->running = count;
    rounds->end = clock_now() + milliseconds * MILLISECOND;
    atomic_fetch_add(&rounds->number, 1);
    futex_wake(&rounds->number, FUTEX_ALL_BITS);
    for (uint32_t left = count; left; left = atomic_load(&rounds->running)) {
        futex_wait(&rounds->running, left, FUTEX_ALL_BITS);
    }
    printf("%" PRId64 "\n", (int64_t) rounds->steps);
    fflush(stdout);
}

int main(int argc, char** argv) {
    static struct machine machine = {.saves_nothing = true, .clock = 946684800}; // 2000-01-01
    struct failure failure;
    mLogSetDefaultLogger(&emulator_logger);
    if (argc != 7 || !game_prepare(&parts.game, argv[1], &machine, &failure)) {
        return 2;
    }
    const uint32_t count = (uint32_t) atoi(argv[2]);
    parts.settings = (struct vector_settings) {
        .count = count, .width = (uint32_t) atoi(argv[4]), .height = (uint32_t) atoi(argv[5]), .channels = 1, .last = 1,
    };
    game_begin(&parts.game);
    history_enter(&parts.game);
    vector_layout_make(&parts.block.layout, count, parts.settings.width, parts.settings.height, parts.settings.channels);
    parts.shared = vector_shared_create(count, &failure);
    rounds = mmap(NULL, sizeof(*rounds), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (!parts.shared || !vector_block_open(&parts.block, &failure) || rounds == MAP_FAILED || !starts_open(&parts, &failure)
        || !read_list_parse(&parts.shared->reads, argv[6], parts.game.core, &failure)) {
        return 2;
    }
    parent = getpid();
    signal(SIGCHLD, end_with_game);
    for (uint32_t i = 0; i < count; ++i) {
        if (!fork()) {
            const struct step_machine step = {
                .game = &parts.game, .settings = &parts.settings, .shared = parts.shared, .progress = &parts.shared->workers[i].progress,
            };
            run_games(&step, i, (uint16_t) atoi(argv[3]));
        }
    }
    for (int64_t milliseconds; scanf("%" SCNd64, &milliseconds) == 1;) {
        run_round(count, milliseconds);
    }
}
