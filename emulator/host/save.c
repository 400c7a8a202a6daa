#include "save.h"

#include <mgba-util/vfs.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

bool save_make_folder(const char* folder, struct failure* failure) {
    struct stat status;
    if (mkdir(folder, 0777) && errno != EEXIST) {
        return fail(failure, "The save directory %s can't be made: %s.", folder, strerror(errno));
    }
    if (stat(folder, &status) || !S_ISDIR(status.st_mode)) {
        return fail(failure, "The save directory %s is not a directory.", folder);
    }
    return true;
}

static void name_path(struct save* save, const struct mCore* core, const char* rom, const char* folder) {
    char beside[PATH_MAX];
    if (!folder) {
        const char* slash = strrchr(rom, '/');
        snprintf(beside, sizeof(beside), "%.*s", slash ? (int) (slash - rom) : 1, slash ? rom : ".");
    }
    const int length = snprintf(save->path, sizeof(save->path), "%s/%s.sav", folder ? folder : beside, core->dirs.baseName);
    if (length < 0 || (size_t) length >= sizeof(save->path)) {
        save->path[0] = '\0';
    }
}

bool save_load(struct save* save, struct mCore* core, const char* rom, const char* folder) {
    *save = (struct save) {0};
    name_path(save, core, rom, folder);
    struct VFile* file = mDirectorySetOpenSuffix(&core->dirs, core->dirs.save, ".sav", O_CREAT | O_RDWR);
    if (!file) {
        fail(&save->problem, "The save %s.sav can't be opened for writing in %s: %s.", core->dirs.baseName, folder ? folder : "the ROM's directory",
             strerror(errno));
        file = mDirectorySetOpenSuffix(&core->dirs, core->dirs.save, ".sav", O_RDONLY);
        if (file) {
            core->loadTemporarySave(core, file);
        }
        return false;
    }
    return core->loadSave(core, file) || fail(&save->problem, "The save %s.sav was refused by mGBA.", core->dirs.baseName);
}
