#ifndef HOST_CHEATS_H
#define HOST_CHEATS_H

#include "cheat_list.h"

#include <mgba/flags.h>

#include <mgba/core/core.h>

#include <stdbool.h>
#include <stddef.h>

// The cheats of the game. They act at the end of each frame, before scripts see it, and on the ROM at once. They change only between two
// frames or in a callback, so equal acts give equal frames. Only one core at a time has some: its game's. They are not those of mGBA's own
// device, which would also run them at breakpoints that it patches into the ROM.

// Sets the core whose game has the cheats. It must have its ROM; it begins without cheats. The core before must be detached.
void cheats_attach(struct mCore* core);

// Forgets them with their core. Does nothing with another core.
void cheats_detach(const struct mCore* core);

// Replaces all cheats by those of a text (cheat_list.h). Returns false, and changes nothing, if it is wrong.
bool cheats_set(const char* text, size_t size, struct cheat_fault* fault);

// Returns their text.
const char* cheats_get(size_t* size);

// Called at the end of a frame.
void cheats_run(void);

// Returns whether they read and write memory now.
bool cheats_are_running(void);

#endif
