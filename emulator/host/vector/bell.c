#include "bell.h"

#include "clock.h"
#include "futex.h"

#include <sched.h>

// Looks at the bell between two calls of sched_yield. Without these a spinning worker keeps a processor that others want.
#define LOOKS 64

enum { WORD_BELL, WORD_WANT };

static _Atomic uint32_t* bell(const struct vector_block* block) {
    return vector_block_word(block, AREA_BELL, WORD_BELL);
}

static void pause_processor(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

uint32_t bell_count(const struct vector_block* block) {
    return atomic_load(bell(block));
}

static bool spin_until_rung(const struct vector_block* block, uint32_t seen, int64_t spin) {
    for (const int64_t end = clock_now() + spin * MICROSECOND; clock_now() < end; sched_yield()) {
        for (int i = 0; i < LOOKS; ++i) {
            if (atomic_load_explicit(bell(block), memory_order_acquire) != seen) {
                return true;
            }
            pause_processor();
        }
    }
    return false;
}

void bell_wait(const struct vector_block* block, uint32_t seen, uint32_t game, int64_t spin) {
    if (!spin || !spin_until_rung(block, seen, spin)) {
        futex_wait(bell(block), seen, 1u << game % 32);
    }
}

void bell_wake(const struct vector_block* block, uint32_t game) {
    futex_wake(bell(block), 1u << game % 32);
}

void bell_count_answer(const struct vector_block* block, bool always) {
    _Atomic uint32_t* done = vector_block_word(block, AREA_DONE, 0);
    const uint32_t count = atomic_fetch_add(done, 1) + 1;
    // The counts may wrap around, so their difference is compared.
    if (always || (int32_t) (count - atomic_load(vector_block_word(block, AREA_BELL, WORD_WANT))) >= 0) {
        futex_wake(done, FUTEX_ALL_BITS);
    }
}
