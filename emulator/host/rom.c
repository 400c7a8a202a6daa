#include "rom.h"

#include "regular_file.h"

#include <mgba-util/vfs.h>

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// The largest cartridges (GBA videos) have 64 MiB. The limit also stops archives that unpack to far more.
#define ROM_MAX (64 << 20)
// A patch that rewrites every byte of the largest cartridge, with the headers of its records.
#define PATCH_MAX (2 * ROM_MAX)

static const char* const suffixes[] = {".ups", ".ips", ".bps"};

bool rom_is_game(struct VFile* file) {
    return mCoreIsCompatible(file) != mPLATFORM_NONE;
}

static struct VFile* read_game(struct VFile* file, const char* path, struct failure* failure) {
    const ssize_t size = file->size(file);
    if (size > ROM_MAX) {
        fail(failure, "The ROM %s must have at most %d bytes; it has %zd.", path, ROM_MAX, size);
        return NULL;
    }
    struct VFile* rom = regular_file_copy(file);
    if (!rom) {
        fail(failure, "The ROM %s can't be read completely.", path);
    }
    return rom;
}

static struct VFile* read_from_archive(struct VDir* archive, const char* path, bool (*is_game)(struct VFile* file),
                                       struct failure* failure) {
    struct VDirEntry* entry;
    while ((entry = archive->listNext(archive))) {
        struct VFile* file = archive->openFile(archive, entry->name(entry), O_RDONLY);
        if (file && is_game(file)) {
            struct VFile* rom = read_game(file, path, failure);
            file->close(file);
            return rom;
        }
        if (file) {
            file->close(file);
        }
    }
    fail(failure, "The ROM %s is neither a Game Boy Advance nor a Game Boy game.", path);
    return NULL;
}

static struct VFile* read_plain(struct VFile* file, const char* path, bool (*is_game)(struct VFile* file), struct failure* failure) {
    if (!file->size(file)) {
        fail(failure, "The ROM %s is empty.", path);
        return NULL;
    }
    struct VFile* rom = read_game(file, path, failure);
    if (rom && !is_game(rom)) {
        fail(failure, "The ROM %s is neither a Game Boy Advance nor a Game Boy game.", path);
        rom->close(rom);
        return NULL;
    }
    return rom;
}

struct VFile* rom_read(const char* path, bool (*is_game)(struct VFile* file), struct failure* failure) {
    const int descriptor = regular_file_open(path, O_RDONLY);
    struct VFile* file = VFileFromFD(descriptor);
    if (!file && (errno == EISDIR || errno == EINVAL)) {
        fail(failure, "The ROM %s is not a file.", path);
        return NULL;
    }
    if (!file) {
        fail(failure, "The ROM %s can't be read: %s.", path, strerror(errno));
        return NULL;
    }
    // mGBA opens archives by path; this path is the file that was opened above, even if it was replaced since.
    char same_file[32];
    snprintf(same_file, sizeof(same_file), "/proc/self/fd/%d", descriptor);
    struct VDir* archive = VDirOpenArchive(same_file);
    struct VFile* rom = archive ? read_from_archive(archive, path, is_game, failure) : read_plain(file, path, is_game, failure);
    if (archive) {
        archive->close(archive);
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
    return fail(failure, "The ROM %s can't be loaded.", path);
}

static uint32_t checksum(struct mCore* core) {
    uint32_t sum = 0;
    core->checksum(core, &sum, mCHECKSUM_CRC32);
    return sum;
}

// loadPatch returns only whether mGBA knows the patch's format, so the checksum tells whether the patch changed the game.
static bool apply(struct mCore* core, struct VFile* file) {
    struct VFile* copy = file->size(file) <= PATCH_MAX ? regular_file_copy(file) : NULL;
    if (!copy) {
        return false;
    }
    const uint32_t before = checksum(core);
    const bool applied = core->loadPatch(core, copy) && checksum(core) != before;
    copy->close(copy);
    return applied;
}

void rom_patch(struct mCore* core, const char* path, struct patch* patch) {
    *patch = (struct patch) {0};
    char folder[PATH_MAX];
    char name[PATH_MAX];
    char beside[2 * PATH_MAX + 8];
    separatePath(path, folder, name, NULL);
    for (size_t i = 0; i < sizeof(suffixes) / sizeof(*suffixes); ++i) {
        snprintf(beside, sizeof(beside), "%s/%s%s", folder, name, suffixes[i]);
        struct VFile* file = VFileFromFD(regular_file_open(beside, O_RDONLY));
        if (!file) {
            continue;
        }
        snprintf(patch->file, sizeof(patch->file), "%.250s%s", name, suffixes[i]);
        if (!apply(core, file)) {
            snprintf(patch->problem, sizeof(patch->problem),
                     "The patch changes nothing: it is damaged or for another version of the game.");
        }
        file->close(file);
        return;
    }
}
