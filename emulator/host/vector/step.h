#ifndef HOST_VECTOR_STEP_H
#define HOST_VECTOR_STEP_H

#include "answer.h"
#include "game.h"
#include "order.h"
#include "settings.h"
#include "shared.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

// Runs the steps of a game, in its worker.

struct step_machine {
    struct game* game;
    const struct vector_settings* settings;
    const struct vector_shared* shared;
    _Atomic uint32_t* progress;
    uint64_t generator;
};

// Prepares for a game, which must outlive it.
void step_open(const struct step_machine* machine);

// Sets the game to a start. Returns false if there is none.
bool step_reset(uint16_t start);

// Runs a right order, and writes values and picture to `answer`. Returns false if there is no such start. Else sets the frame number, and
// the bits of missing values.
bool step_run(const struct order* order, const struct answer* answer, int64_t* frame, uint64_t* missing);

#endif
