#include "rom.h"

#include "archive.h"
#include "regular_file.h"
#include "worker.h"

#include <mgba-util/vfs.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool rom_is_game(struct VFile* file) {
    return mCoreIsCompatible(file) != mPLATFORM_NONE;
}

const char* rom_name(const char* path) {
    const char* slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static struct VFile* read_plain(struct VFile* file, const char* name, struct failure* failure) {
    const ssize_t size = file->size(file);
    if (!size) {
        fail(failure, "The ROM %s is empty.", name);
        return NULL;
    }
    if (size > ROM_MAX) {
        fail(failure, "The ROM %s must have at most %d bytes; it has %zd.", name, ROM_MAX, size);
        return NULL;
    }
    struct VFile* rom = regular_file_copy(file);
    if (!rom) {
        fail(failure, "The ROM %s can't be read completely.", name);
    }
    return rom;
}

static struct VFile* open_file(const char* path, int* descriptor, struct failure* failure) {
    *descriptor = regular_file_open(path, O_RDONLY);
    struct VFile* file = VFileFromFD(*descriptor);
    if (!file && (errno == EISDIR || errno == EINVAL)) {
        fail(failure, "The ROM %s is not a file.", rom_name(path));
    } else if (!file) {
        fail(failure, "The ROM %s can't be read: %s.", rom_name(path), strerror(errno));
    }
    return file;
}

// Replaces an archive by the game in it. Closes `archive`.
static struct VFile* unpack(struct VFile* archive, const char* name, int* descriptor, struct failure* failure) {
    struct failure reason;
    *descriptor = worker_unpack((struct worker_files) {.rom = *descriptor, .patch = -1}, &reason);
    archive->close(archive);
    if (*descriptor < 0) {
        fail(failure, "The archive %.255s can't be unpacked: %.512s.", name, reason.sentence);
    }
    return VFileFromFD(*descriptor);
}

// Replaces `rom`, a copy of the file `descriptor`, by the patched ROM, if there is a patch that can be applied.
static void apply_patch(const char* path, int descriptor, struct VFile** rom, struct patch* patch) {
    const int file = patch_open(path, patch);
    if (file < 0) {
        return;
    }
    struct failure reason;
    struct failure unused;
    struct VFile* patched = VFileFromFD(worker_patch((struct worker_files) {.rom = descriptor, .patch = file}, &reason));
    struct VFile* copy = patched ? read_plain(patched, rom_name(path), &unused) : NULL;
    close(file);
    if (copy && rom_is_game(copy)) {
        (*rom)->close(*rom);
        *rom = copy;
    } else {
        snprintf(patch->problem, sizeof(patch->problem), "The patch can't be applied: %.200s.",
                 patched ? "the result is not a game" : reason.sentence);
        if (copy) {
            copy->close(copy);
        }
    }
    if (patched) {
        patched->close(patched);
    }
}

struct VFile* rom_read(const char* path, bool (*is_game)(struct VFile* file), struct patch* patch, struct failure* failure) {
    const char* name = rom_name(path);
    int descriptor;
    struct VFile* file = open_file(path, &descriptor, failure);
    if (file && archive_is(descriptor)) {
        file = unpack(file, name, &descriptor, failure);
    }
    if (!file) {
        return NULL;
    }
    struct VFile* rom = read_plain(file, name, failure);
    if (rom && !is_game(rom)) {
        fail(failure, "The ROM %s is %s.", name,
             rom_is_game(rom) ? "for another console" : "neither a Game Boy Advance nor a Game Boy game");
        rom->close(rom);
        rom = NULL;
    }
    if (rom && patch) {
        apply_patch(path, descriptor, &rom, patch);
    }
    file->close(file);
    return rom;
}

bool rom_load(struct mCore* core, struct VFile* rom, const char* path, struct failure* failure) {
    char folder[PATH_MAX];
    separatePath(path, folder, core->dirs.baseName, NULL);
    mDirectorySetDetachBase(&core->dirs);
    mDirectorySetAttachBase(&core->dirs, VDirOpen(folder));
    if (core->loadROM(core, rom)) {
        return true;
    }
    rom->close(rom);
    return fail(failure, "The ROM %s can't be loaded.", rom_name(path));
}
