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

// Loads the game's own save file in `folder`, which is made if it is missing. A file that can only be read is read all the same,
// and `save` says why it is not written; `folder_name` is for that sentence. Wants a loaded ROM that was not reset yet.
bool save_load(struct save* save, struct mCore* core, const char* folder, const char* folder_name);

// The same into a game that runs. False: it can't be written, and nothing has changed.
bool save_autoload(struct mCore* core, const char* folder);

// Loads the save file at `path`, which must be there; mGBA writes it from now on. Temporary: it is only read, and what the game
// saves is in memory until a reset. False: nothing has changed.
bool save_load_file(struct mCore* core, const char* path, bool temporary);

#endif
