#include "gate.h"

#include "futex.h"

void gate_enter(struct vector_shared* shared, uint32_t game) {
    _Atomic uint32_t* is_busy = &shared->workers[game].is_busy;
    // Either the parent sees that this worker is inside, or the worker sees that the gate is closed.
    for (atomic_store(is_busy, 1); atomic_load(&shared->gate); atomic_store(is_busy, 1)) {
        atomic_store(is_busy, 0);
        futex_wait(&shared->gate, 1, FUTEX_ALL_BITS);
    }
}

void gate_leave(struct vector_shared* shared, uint32_t game) {
    atomic_store(&shared->workers[game].is_busy, 0);
}

void gate_close(struct vector_shared* shared) {
    atomic_store(&shared->gate, 1);
}

void gate_open(struct vector_shared* shared) {
    atomic_store(&shared->gate, 0);
    futex_wake(&shared->gate, FUTEX_ALL_BITS);
}

bool gate_is_quiet(const struct vector_shared* shared, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        if (atomic_load(&shared->workers[i].is_busy)) {
            return false;
        }
    }
    return true;
}
