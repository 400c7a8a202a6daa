#include "rom.h"

#include <mgba-util/vfs.h>

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// The largest cartridges, of films, have 64 MiB; an entry of an archive may unpack to anything.
#define ROM_MAX (64 << 20)

static const char* const suffixes[] = {".ups", ".ips", ".bps"};

bool rom_check(const char* path, struct failure* failure) {
    struct stat status;
    if (stat(path, &status) || access(path, R_OK)) {
        return fail(failure, "The ROM %s can't be read: %s.", path, strerror(errno));
    }
    if (!S_ISREG(status.st_mode)) {
        return fail(failure, "The ROM %s is not a file.", path);
    }
    if (!status.st_size) {
        return fail(failure, "The ROM %s is empty.", path);
    }
    return true;
}

bool rom_load(struct mCore* core, const char* path, struct failure* failure) {
    struct VFile* file = mDirectorySetOpenPath(&core->dirs, path, core->isROM);
    if (!file) {
        return fail(failure, "The ROM %s can't be opened.", path);
    }
    const ssize_t size = file->size(file);
    if (size > ROM_MAX) {
        fail(failure, "The ROM %s has %zd bytes; the largest cartridge has %d.", path, size, ROM_MAX);
    } else if (!core->loadROM(core, file)) {
        fail(failure, "The ROM %s can't be loaded.", path);
    } else {
        return true;
    }
    file->close(file);
    return false;
}

static uint32_t checksum(struct mCore* core) {
    uint32_t sum = 0;
    core->checksum(core, &sum, mCHECKSUM_CRC32);
    return sum;
}

// mGBA says only whether it knows the patch's format, not whether the patch fitted the game.
static bool apply(struct mCore* core, struct VFile* file) {
    const uint32_t before = checksum(core);
    return core->loadPatch(core, file) && checksum(core) != before;
}

void rom_patch(struct mCore* core, struct patch* patch) {
    *patch = (struct patch) {0};
    for (size_t i = 0; i < sizeof(suffixes) / sizeof(*suffixes); ++i) {
        struct VFile* file = mDirectorySetOpenSuffix(&core->dirs, core->dirs.patch, suffixes[i], O_RDONLY);
        if (!file) {
            continue;
        }
        snprintf(patch->file, sizeof(patch->file), "%.250s%s", core->dirs.baseName, suffixes[i]);
        if (!apply(core, file)) {
            snprintf(patch->problem, sizeof(patch->problem), "The patch changes nothing: it is damaged, or made for another version of the game.");
        }
        file->close(file);
        return;
    }
}
