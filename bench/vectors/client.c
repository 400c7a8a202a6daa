// A client in C of a vector, for bench/vectors/run.py: client BLOCK SIZE FRAMES. For each line with a number of milliseconds it prints the
// steps of all games in that time.
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <sched.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// Offsets in the header: docs/protocol/vectors.md.
enum { COUNT = 12, AREAS = 48 };
// Looks for answers between two readings of the clock; nanoseconds of looking, and those with more processors than games.
enum { LOOKS = 64, SPIN = 100000, SPIN_ALONE = 300000 };
enum { BELL, ASKED, KEYS, FRAMES, FLAGS, START, SEED, DONE, ANSWERED };

static uint8_t* block;
static uint32_t count;
static int64_t waited; // for the latest step
static int64_t spin;   // nanoseconds, as the package for Python does it

static void* area(size_t index) {
    uint64_t at;
    memcpy(&at, block + AREAS + 8 * index, sizeof(at));
    return block + at;
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static bool has_ended(void) {
    return !memcmp(area(ASKED), area(ANSWERED), count * sizeof(uint32_t));
}

static void step(uint32_t batch) {
    _Atomic uint32_t* bell = area(BELL);
    _Atomic uint32_t* done = area(DONE);
    uint32_t* asked = area(ASKED);
    bell[2] = batch;
    bell[1] = atomic_load(done) + count; // `done` when all have answered
    for (uint32_t i = 0; i < count; ++i) {
        ++asked[i];
    }
    atomic_fetch_add(bell, 1);
    syscall(SYS_futex, bell, FUTEX_WAKE_BITSET, INT_MAX, NULL, NULL, UINT32_MAX);
    // If the latest step was short, this one probably ends before the system would wake this process. So look first, without sleeping.
    const int64_t begin = now();
    for (int64_t time = begin; waited < spin && time < begin + spin; time = now(), sched_yield()) {
        for (int i = 0; i < LOOKS; ++i) {
            if (has_ended()) {
                waited = time - begin;
                return;
            }
#ifdef __x86_64__
            __builtin_ia32_pause();
#endif
        }
    }
    for (uint32_t seen = atomic_load(done); !has_ended(); seen = atomic_load(done)) {
        syscall(SYS_futex, done, FUTEX_WAIT, seen, NULL, NULL, 0);
    }
    waited = now() - begin;
}

int main(int argc, char** argv) {
    const int file = argc == 4 ? open(argv[1], O_RDWR) : -1;
    block = mmap(NULL, file < 0 ? 1 : strtoul(argv[2], NULL, 10), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (block == MAP_FAILED) {
        return 2;
    }
    memcpy(&count, block + COUNT, sizeof(count));
    spin = (long) count < sysconf(_SC_NPROCESSORS_ONLN) ? SPIN_ALONE : SPIN;
    for (uint32_t i = 0; i < count; ++i) {
        ((uint16_t*) area(KEYS))[i] = ((uint16_t*) area(FLAGS))[i] = 0;
        ((uint16_t*) area(FRAMES))[i] = (uint16_t) atoi(argv[3]);
    }
    for (int64_t milliseconds; scanf("%" SCNd64, &milliseconds) == 1;) {
        int64_t steps = 0;
        for (const int64_t end = now() + milliseconds * 1000000; now() < end; ++steps) {
            step((uint32_t) steps & 1);
        }
        printf("%" PRId64 "\n", steps * count);
        fflush(stdout);
    }
}
