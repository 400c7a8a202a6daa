#ifndef HOST_VECTOR_SHARED_H
#define HOST_VECTOR_SHARED_H

#include "failure.h"
#include "order.h"
#include "reads.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Memory that a vector's parent and its workers share, and no client sees.

// A snapshot is some 0.5 MiB, with the largest save memory.
#define START_BYTES_MAX ((size_t) 1 << 20)
// A state with its save memory, or a picture.
#define RESULT_MAX ((size_t) 2 << 20)

enum inquiry { INQUIRY_NONE, INQUIRY_STATE, INQUIRY_SCREEN };

// The words of one game, on cache lines of their own. The worker writes the first three; the parent does while the game has no worker.
struct worker_words {
    _Alignas(64) _Atomic uint32_t answered; // the ticket of the latest answered order
    _Atomic uint32_t progress; // changes with each frame
    _Atomic uint32_t is_busy;
    _Atomic uint32_t inquiry;  // written by the parent, reset by the worker
    enum vector_status lost;   // what the game's next answer tells
    uint64_t actions;          // how many are in the block, those that it has forgotten too
};

// Snapshots. A start's bytes are never changed while a worker may read them: another slot takes the new ones.
struct start_slots {
    uint32_t slot_of[STARTS_MAX];
    uint32_t spare;
    uint32_t editions[STARTS_MAX]; // how often each was set
    size_t sizes[STARTS_MAX + 1]; // 0: there is none
};

struct vector_shared {
    _Atomic uint32_t gate; // 1: closed
    struct start_slots starts;
    struct read_list reads;
    struct {
        size_t size; // 0: it failed
        uint32_t width;
        uint32_t height;
    } result; // of the inquiry
    struct worker_words workers[]; // one for each game
};

// Returns memory for `count` games; NULL if there is none.
struct vector_shared* vector_shared_create(uint32_t count, struct failure* failure);

// Returns the bytes of a slot, START_BYTES_MAX of them.
uint8_t* vector_shared_slot(uint32_t slot);

// Returns the bytes of the inquiry's result, RESULT_MAX of them.
uint8_t* vector_shared_result(void);

#endif
