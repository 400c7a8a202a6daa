#ifndef HOST_ROM_H
#define HOST_ROM_H

#include <mgba/flags.h>

#include <mgba/core/core.h>

#include "failure.h"

#include <stdbool.h>

// The game's file, and the soft patch beside it.

// Refuses what is no readable file with something in it.
bool rom_check(const char* path, struct failure* failure);

// Loads a plain file, or the first game in an archive that mGBA opens, into a core that was made for it (mCoreFind).
bool rom_load(struct mCore* core, const char* path, struct failure* failure);

// The patch that mGBA's window would apply, too: the game's name with .ups, .ips or .bps, the first one that is there.
struct patch {
    char file[256];    // its name; empty: there is none
    char problem[128]; // why it was not applied; empty: it was
};

// Wants a loaded ROM that was not reset yet.
void rom_patch(struct mCore* core, struct patch* patch);

#endif
