#ifndef HOST_ROM_H
#define HOST_ROM_H

#include <mgba/flags.h>

#include <mgba/core/core.h>

#include "failure.h"
#include "patch.h"

#include <stdbool.h>

// The largest cartridges (GBA videos) have 64 MiB.
#define ROM_MAX (64 << 20)

// Reads a game's file and its patch into memory, so that changes on the disk don't affect a running game.

// Returns the name of the file at `path`.
const char* rom_name(const char* path);

// Reads a ROM file, or the first game in an archive, for rom_load. Applies the ROM's patch, unless `patch` is NULL, and describes it
// there. Returns NULL if the file can't be read or `is_game` doesn't accept the ROM.
struct VFile* rom_read(const char* path, bool (*is_game)(struct VFile* file), struct patch* patch, struct failure* failure);

// Returns whether the host can play the file.
bool rom_is_game(struct VFile* file);

// Loads a ROM from rom_read into the core, which owns it from then on. `path` determines the names of the game's other files.
bool rom_load(struct mCore* core, struct VFile* rom, const char* path, struct failure* failure);

#endif
