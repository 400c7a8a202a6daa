#include "save.h"

#include "regular_file.h"
#include "save_file.h"

#include <mgba/internal/gb/gb.h>
#include <mgba/internal/gba/gba.h>
#include <mgba-util/vfs.h>

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

// Larger than any cartridge's save memory.
#define SAVE_MAX (4 << 20)
// The largest save memory of the consoles, with a clock's time.
#define SAVE_MEMORY_MAX ((size_t) 132 << 10)

bool save_make_folder(const char* folder, struct failure* failure) {
    struct stat status;
    if (mkdir(folder, 0777) && errno != EEXIST) {
        return fail(failure, "The save directory %s can't be created: %s.", folder, strerror(errno));
    }
    if (stat(folder, &status) || !S_ISDIR(status.st_mode)) {
        return fail(failure, "The save directory %s is not a directory.", folder);
    }
    return true;
}

// Returns false if the path is too long.
static bool name_path(char* path, const struct mCore* core, const char* folder) {
    const int length = snprintf(path, PATH_MAX, "%s/%s.sav", folder, core->dirs.baseName);
    if (length < 0 || length >= PATH_MAX) {
        *path = '\0';
        errno = ENAMETOOLONG;
        return false;
    }
    return true;
}

// Pads a short save of a Game Boy game with 0xFF, as an erased chip has. mGBA pads a temporary save with zeros, and leaks memory.
static bool pad(struct mCore* core, struct VFile* copy) {
    if (core->platform(core) != mPLATFORM_GB) {
        return true;
    }
    static const uint8_t erased[256] = {[0 ... 255] = 0xFF};
    const size_t wanted = ((struct GB*) core->board)->sramSize;
    copy->seek(copy, 0, SEEK_END);
    for (size_t size = (size_t) copy->size(copy); size < wanted; size = (size_t) copy->size(copy)) {
        const size_t count = wanted - size < sizeof(erased) ? wanted - size : sizeof(erased);
        if (copy->write(copy, erased, count) != (ssize_t) count) {
            return false;
        }
    }
    return true;
}

static bool load_temporary(struct mCore* core, const char* path) {
    struct VFile* file = VFileFromFD(regular_file_open(path, O_RDONLY));
    if (!file) {
        return false;
    }
    struct VFile* copy = file->size(file) <= SAVE_MAX ? regular_file_copy(file) : NULL;
    file->close(file);
    if (!copy) {
        return false;
    }
    if (!pad(core, copy)) {
        copy->close(copy);
        return false;
    }
    return core->loadTemporarySave(core, copy);
}

// Not with loadTemporarySave: a reset would end a temporary save.
bool save_begin_erased(struct mCore* core) {
    struct VFile* memory = VFileMemChunk(NULL, SAVE_MEMORY_MAX);
    if (!memory) {
        return false;
    }
    memory->truncate(memory, 0);
    return core->loadSave(core, memory);
}

// Sets errno to EWOULDBLOCK if another emulator uses the file.
static bool load_writable(struct mCore* core, const char* path, int flags) {
    errno = 0;
    const int descriptor = save_file_lock(regular_file_open(path, O_RDWR | flags));
    struct VFile* file = descriptor < 0 ? NULL : save_file_open(descriptor, path);
    return file && core->loadSave(core, file);
}

bool save_load_file(struct mCore* core, const char* path, bool temporary) {
    return temporary ? load_temporary(core, path) : load_writable(core, path, 0);
}

bool save_autoload(struct mCore* core, const char* folder) {
    char path[PATH_MAX];
    return name_path(path, core, folder) && load_writable(core, path, O_CREAT);
}

bool save_load(struct save* save, struct mCore* core, const char* folder, const char* folder_name) {
    *save = (struct save) {0};
    if (name_path(save->path, core, folder) && load_writable(core, save->path, O_CREAT)) {
        return true;
    }
    save->is_in_use = errno == EWOULDBLOCK;
    fail(&save->problem, "The save %s.sav can't be opened for writing in %s: %s.",
         core->dirs.baseName, folder_name, save->is_in_use ? "another emulator uses it" : regular_file_problem());
    load_temporary(core, save->path);
    return false;
}

#define UNKNOWN_KIND 255

int32_t save_set_kind(struct mCore* core, int32_t kind) {
    if (core->platform(core) != mPLATFORM_GBA) {
        return kind;
    }
    struct GBASavedata* save = &((struct GBA*) core->board)->memory.savedata;
    const int32_t before = save->type == SAVEDATA_AUTODETECT ? UNKNOWN_KIND : (int32_t) save->type;
    // mGBA closes this file if it is not the one that the game sees.
    struct VFile* file = save->realVf;
    save->realVf = NULL;
    GBASavedataForceType(save, kind == UNKNOWN_KIND ? SAVEDATA_AUTODETECT : (enum SavedataType) kind);
    save->realVf = file;
    return before;
}

bool save_is_masked(const struct mCore* core) {
    if (core->platform(core) == mPLATFORM_GBA) {
        const struct GBASavedata* save = &((const struct GBA*) core->board)->memory.savedata;
        return save->realVf && save->vf != save->realVf;
    }
    const struct GB* gb = core->board;
    return gb->sramRealVf && gb->sramVf != gb->sramRealVf;
}

void save_unmask(struct mCore* core) {
    if (!save_is_masked(core)) {
        return;
    }
    // As mGBA does when the game has written to it.
    if (core->platform(core) == mPLATFORM_GBA) {
        struct GBASavedata* save = &((struct GBA*) core->board)->memory.savedata;
        save->maskWriteback = true;
        GBASavedataUnmask(save);
    } else {
        struct GB* gb = core->board;
        gb->sramMaskWriteback = true;
        GBSavedataUnmask(gb);
    }
}
