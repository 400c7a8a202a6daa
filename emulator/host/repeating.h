#ifndef HOST_REPEATING_H
#define HOST_REPEATING_H

#include "game.h"
#include "recording.h"

#include <stdbool.h>

// Does the acts of a recording's future again.

// Does the acts of the present frame in a phase, which must not be ACT_RUN.
void repeating_do(struct recording* recording, struct game* game, enum act_phase phase);

// Does what replaced the machine after the present frame, and returns whether something did. Must be called between frames, after the
// acts before it.
bool repeating_replace(struct recording* recording, struct game* game);

// In the callback of a frame that was returned to: a state that was loaded in it belongs to it. In the latest one also does again what
// followed it.
void repeating_arrive(struct recording* recording, struct game* game);

#endif
