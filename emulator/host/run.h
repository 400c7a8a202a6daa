#ifndef HOST_RUN_H
#define HOST_RUN_H

#include "game.h"
#include "idle.h"
#include "scripting.h"

#include <stdint.h>

// Runs the game until it is told to end, or for `frames` frames (0: no limit). `speed` 0: as fast as it can.
void run_game(struct game* game, struct scripting* scripting, struct idle* idle, double speed, uint64_t frames);

#endif
