#ifndef HOST_ROM_H
#define HOST_ROM_H

#include <mgba/flags.h>

#include <mgba/core/core.h>

#include "failure.h"

#include <stdbool.h>

// The game's file, and the soft patch beside it. Both are read into memory: what becomes of them on the disk changes no game that runs.

// Returns the game in a plain file, or the first one in an archive that mGBA opens, for rom_load. NULL: there is none for any
// console that `is_game` takes.
struct VFile* rom_read(const char* path, bool (*is_game)(struct VFile* file), struct failure* failure);

// Tells whether it is a game of any console that the host plays.
bool rom_is_game(struct VFile* file);

// Loads what rom_read gave, which from now on belongs to the core. `path` names the game's other files.
bool rom_load(struct mCore* core, struct VFile* rom, const char* path, struct failure* failure);

// The patch that mGBA's window would apply, too: the game's name with .ups, .ips or .bps, the first one that is there.
struct patch {
    char file[256];    // its name; empty: there is none
    char problem[128]; // why it was not applied; empty: it was
};

// Wants a loaded ROM that was not reset yet, from this path.
void rom_patch(struct mCore* core, const char* path, struct patch* patch);

#endif
