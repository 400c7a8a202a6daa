#include "slots.h"

#include "regular_file.h"

#include <mgba/script/macros.h>

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// The limit of a message between bridge and script.
#define STATE_MAX ((size_t) 2 << 20)

#define SLOT_MAX 9

static const struct game* current;

// One static string for all states: mGBA copies it to Lua, and never frees a value without a reference count.
static struct mScriptString state;
static struct mScriptValue state_value;

static bool name_file(char path[PATH_MAX], int32_t slot, const char* suffix) {
    const int length = snprintf(path, PATH_MAX, "%s/%s.ss%d%s", current->save_folder, current->core->dirs.baseName, slot, suffix);
    return slot >= 0 && slot <= SLOT_MAX && length > 0 && length < PATH_MAX;
}

// Returns false on an error, and for a file larger than STATE_MAX.
static bool read_all(int file) {
    ssize_t count = 1;
    for (state.size = 0; count > 0 && state.size <= STATE_MAX; state.size += (size_t) count) {
        count = read(file, state.buffer + state.size, STATE_MAX + 1 - state.size);
        if (count < 0) {
            return false;
        }
    }
    return state.size <= STATE_MAX;
}

static struct mScriptValue* read_slot(int32_t slot) {
    char path[PATH_MAX];
    const int file = name_file(path, slot, "") ? regular_file_open(path, O_RDONLY) : -1;
    if (file < 0 || !read_all(file)) {
        state.size = 0;
    }
    if (file >= 0) {
        close(file);
    }
    return &state_value;
}

mSCRIPT_BIND_FUNCTION(read_slot_binding, WSTR, read_slot, 1, S32, slot);

// Writes a temporary file and renames it, so that a failed write keeps the old state.
static bool write_slot(int32_t slot, struct mScriptString* bytes) {
    char path[PATH_MAX];
    char temporary[PATH_MAX];
    if (!name_file(path, slot, "") || !name_file(temporary, slot, ".part")) {
        return false;
    }
    unlink(temporary);
    const int file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0) {
        return false;
    }
    const bool written = regular_file_write(file, bytes->buffer, bytes->size);
    if (close(file) || !written || rename(temporary, path)) {
        unlink(temporary);
        return false;
    }
    return true;
}

mSCRIPT_BIND_FUNCTION(write_slot_binding, BOOL, write_slot, 2, S32, slot, STR, bytes);

bool slots_open(struct scripting* scripting, const struct game* game, struct failure* failure) {
    state.buffer = malloc(STATE_MAX + 1);
    if (!state.buffer) {
        return fail(failure, "Out of memory.");
    }
    state_value = (struct mScriptValue) {.type = mSCRIPT_TYPE_MS_STR, .refs = mSCRIPT_VALUE_UNREF, .value.string = &state};
    current = game;
    scripting_export(scripting, "readSlot", &read_slot_binding);
    scripting_export(scripting, "writeSlot", &write_slot_binding);
    return true;
}

void slots_close(void) {
    free(state.buffer);
    state.buffer = NULL;
}
