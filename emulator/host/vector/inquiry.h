#ifndef HOST_VECTOR_INQUIRY_H
#define HOST_VECTOR_INQUIRY_H

#include "game.h"
#include "shared.h"

#include <stdbool.h>

// Writes what an inquiry asks about a game to the shared result, in the game's worker. The game doesn't notice. `is_drawn` tells whether
// its picture is that of its latest frame.
void inquiry_answer(struct game* game, struct vector_shared* shared, enum inquiry inquiry, bool is_drawn);

#endif
