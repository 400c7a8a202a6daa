#include "patch.h"

#include "regular_file.h"
#include "rom.h"

#include <mgba/internal/gb/memory.h>
#include <mgba/internal/gba/memory.h>
#include <mgba-util/patch.h>
#include <mgba-util/vfs.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A patch that rewrites every byte of the largest cartridge, with the headers of its records.
#define PATCH_MAX (2 * ROM_MAX)

static const char* const suffixes[] = {".ups", ".ips", ".bps"};

int patch_open(const char* path, struct patch* patch) {
    *patch = (struct patch) {0};
    char folder[PATH_MAX];
    char name[PATH_MAX];
    char beside[2 * PATH_MAX + 8];
    separatePath(path, folder, name, NULL);
    for (size_t i = 0; i < sizeof(suffixes) / sizeof(*suffixes); ++i) {
        snprintf(beside, sizeof(beside), "%s/%s%s", folder, name, suffixes[i]);
        const int file = regular_file_open(beside, O_RDONLY);
        if (file >= 0) {
            snprintf(patch->file, sizeof(patch->file), "%.250s%s", name, suffixes[i]);
            return file;
        }
    }
    return -1;
}

static struct VFile* read_file(int descriptor, ssize_t max) {
    struct VFile* file = VFileFromFD(descriptor);
    return file && file->size(file) <= max ? regular_file_copy(file) : NULL;
}

// Returns the bytes of the patched ROM; 0 if mGBA can't apply the patch. Like mGBA's cores, which have these limits.
static size_t patched_size(struct Patch* format, struct VFile* rom) {
    const bool is_gba = mCoreIsCompatible(rom) == mPLATFORM_GBA;
    const size_t size = format->outputSize(format, (size_t) rom->size(rom));
    if (is_gba) {
        return size <= SIZE_CART0 ? size : 0;
    }
    return size <= GB_SIZE_CART_MAX ? size : GB_SIZE_CART_MAX;
}

bool patch_apply(int rom_descriptor, int patch_descriptor, int result, struct failure* reason) {
    static const char changes_nothing[] = "it is damaged or for another version of the game";
    struct VFile* rom = read_file(rom_descriptor, ROM_MAX);
    struct VFile* patch = read_file(patch_descriptor, PATCH_MAX);
    struct Patch format;
    if (!rom || !patch || !loadPatch(patch, &format)) {
        return fail(reason, changes_nothing);
    }
    const size_t before = (size_t) rom->size(rom);
    const size_t after = patched_size(&format, rom);
    const size_t larger = before > after ? before : after;
    // mGBA also reads the target as far as the source.
    uint8_t* target = calloc(1, larger);
    const uint8_t* source = rom->map(rom, before, MAP_READ);
    if (!after || !target || !format.applyPatch(&format, source, before, target, after)
        || (before == after && !memcmp(source, target, after))) {
        return fail(reason, changes_nothing);
    }
    return regular_file_write(result, target, after) || fail(reason, "memory runs out");
}
