#include "archive.h"

#include "regular_file.h"
#include "rom.h"

#include <mgba-util/vfs.h>

#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

// mGBA takes some 0.1 ms to find and open an entry.
#define ENTRIES_MAX 1000

bool archive_is(int file) {
    static const char zip[] = {'P', 'K', 3, 4};
    static const char seven_zip[] = {'7', 'z', (char) 0xBC, (char) 0xAF, 0x27, 0x1C};
    char start[sizeof(seven_zip)] = "";
    return pread(file, start, sizeof(start), 0) > 0
        && (!memcmp(start, zip, sizeof(zip)) || !memcmp(start, seven_zip, sizeof(seven_zip)));
}

// The size is checked first, because mGBA unpacks the whole file to see whether it is a game.
static bool write_game(struct VFile* file, int result, bool* is_too_large) {
    if (file->size(file) > ROM_MAX) {
        *is_too_large = true;
        return false;
    }
    struct VFile* rom = rom_is_game(file) ? regular_file_copy(file) : NULL;
    if (!rom) {
        return false;
    }
    const size_t size = (size_t) rom->size(rom);
    const bool is_written = regular_file_write(result, rom->map(rom, size, MAP_READ), size);
    rom->close(rom);
    return is_written;
}

bool archive_unpack(const char* path, int result, struct failure* reason) {
    struct VDir* archive = VDirOpenArchive(path);
    if (!archive) {
        return fail(reason, "it is damaged");
    }
    bool is_too_large = false;
    struct VDirEntry* entry;
    for (int count = 0; (entry = archive->listNext(archive)); ++count) {
        if (count == ENTRIES_MAX) {
            return fail(reason, "its first %d files are no games", ENTRIES_MAX);
        }
        struct VFile* file = archive->openFile(archive, entry->name(entry), O_RDONLY);
        if (file && write_game(file, result, &is_too_large)) {
            return true;
        }
        if (file) {
            file->close(file);
        }
    }
    return is_too_large ? fail(reason, "a file in it has more than %d bytes", ROM_MAX)
                        : fail(reason, "it has no game that mGBA can unpack");
}
