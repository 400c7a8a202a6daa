#ifndef HOST_RUN_H
#define HOST_RUN_H

#include "game.h"
#include "idle.h"
#include "pacing.h"
#include "scripting.h"

#include <stdint.h>

// Runs the game until a signal, or for `frames` frames (0: no limit).
void run_game(struct game* game, struct scripting* scripting, struct idle* idle, struct pacing* pacing, int64_t frames);

#endif
