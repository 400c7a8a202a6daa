#ifndef HOST_SAVE_H
#define HOST_SAVE_H

#include <mgba/flags.h>

#include <mgba/core/core.h>

#include "failure.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

// The game's save file.
struct save {
    char path[PATH_MAX];
    struct failure problem; // why saves are lost; empty if the file can be written
    bool is_in_use;         // another emulator writes it
};

bool save_make_folder(const char* folder, struct failure* failure);

// Loads the game's save file in `folder`, and creates it if missing. Must be called after the ROM is loaded and before the reset.
// Returns false if the file can't be written; it is then loaded read-only, and `save` has the reason, which mentions `folder_name`.
bool save_load(struct save* save, struct mCore* core, const char* folder, const char* folder_name);

// Gives the game erased save memory that is lost in the end. Must be called like save_load.
bool save_begin_erased(struct mCore* core);

// Loads the game's save file into the running game. Returns false, and changes nothing, if the file can't be written.
bool save_autoload(struct mCore* core, const char* folder);

// Loads the existing save file at `path`; mGBA writes to it from then on. With `temporary` the file is only read, and saves stay in
// memory until a reset. Returns false, and changes nothing, on failure.
bool save_load_file(struct mCore* core, const char* path, bool temporary);

// Sets the kind of a GBA game's save memory before a state of that kind is loaded, and returns the kind before. mGBA would close the
// save file if the game saw the save memory of another state. The numbers are those in a state; 255: unknown.
int32_t save_set_kind(struct mCore* core, int32_t kind);

// Returns whether the game sees other save memory than its file's: that of a loaded state, or a temporary one. A reset ends that.
bool save_is_masked(const struct mCore* core);

// Makes the save memory that the game sees that of its file, so that it stays in a reset.
void save_unmask(struct mCore* core);

#endif
