#ifndef HOST_ROM_H
#define HOST_ROM_H

#include <mgba/flags.h>

#include <mgba/core/core.h>

#include "failure.h"

#include <stdbool.h>

// Reads a game's file and its patch into memory, so that changes on the disk don't affect a running game.

// Reads a ROM file, or the first ROM in an archive, for rom_load. Returns NULL if `is_game` accepts none.
struct VFile* rom_read(const char* path, bool (*is_game)(struct VFile* file), struct failure* failure);

// Returns whether the host can play the file.
bool rom_is_game(struct VFile* file);

// Loads a ROM from rom_read into the core, which owns it from then on. `path` determines the names of the game's other files.
bool rom_load(struct mCore* core, struct VFile* rom, const char* path, struct failure* failure);

// The game's patch: like mGBA's window, the first existing file with the game's name and .ups, .ips or .bps.
struct patch {
    char file[256];    // its name; empty if there is none
    char problem[128]; // why it was not applied; empty if it was
};

// Finds and applies the patch of the ROM loaded from `path`. Must be called before the core's reset.
void rom_patch(struct mCore* core, const char* path, struct patch* patch);

#endif
