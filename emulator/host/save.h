#ifndef HOST_SAVE_H
#define HOST_SAVE_H

#include <mgba/flags.h>

#include <mgba/core/core.h>

#include "failure.h"

#include <limits.h>
#include <stdbool.h>

// The game's save file.
struct save {
    char path[PATH_MAX];
    struct failure problem; // why the game's saves are lost; empty: the file is written
};

bool save_make_folder(const char* folder, struct failure* failure);

// What mCoreAutoloadSave does, but tells when the file can't be written: mGBA would go on and lose the save. A file that can
// only be read is read all the same. `folder` NULL: the ROM's own. Wants a loaded ROM that was not reset yet.
bool save_load(struct save* save, struct mCore* core, const char* rom, const char* folder);

#endif
