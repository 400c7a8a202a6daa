#include "game.h"

#include <mgba/core/timing.h>
#include <mgba/internal/gb/gb.h>
#include <mgba/internal/gba/gba.h>
#include <mgba-util/vfs.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool check_rom(const char* rom, struct failure* failure) {
    struct stat status;
    if (stat(rom, &status) || access(rom, R_OK)) {
        return fail(failure, "The ROM %s can't be read: %s.", rom, strerror(errno));
    }
    if (!S_ISREG(status.st_mode)) {
        return fail(failure, "The ROM %s is not a file.", rom);
    }
    if (!status.st_size) {
        return fail(failure, "The ROM %s is empty.", rom);
    }
    return true;
}

static bool make_save_dir(const char* save_dir, struct failure* failure) {
    struct stat status;
    if (mkdir(save_dir, 0777) && errno != EEXIST) {
        return fail(failure, "The save directory %s can't be made: %s.", save_dir, strerror(errno));
    }
    if (stat(save_dir, &status) || !S_ISDIR(status.st_mode)) {
        return fail(failure, "The save directory %s is not a directory.", save_dir);
    }
    return true;
}

// Settings come from here alone: mCoreLoadConfig would read the user's files.
static void configure(struct mCore* core, const char* save_dir) {
    mCoreInitConfig(core, NULL);
    if (save_dir) {
        mCoreConfigSetDefaultValue(&core->config, "savegamePath", save_dir);
        mCoreConfigSetDefaultValue(&core->config, "savestatePath", save_dir);
        mCoreConfigSetDefaultValue(&core->config, "screenshotPath", save_dir);
    }
    mCoreLoadForeignConfig(core, &core->config);
}

// What mCoreAutoloadSave does, but not without a word when the file can't be opened: mGBA would go on and lose the save.
static bool load_save(struct mCore* core, const char* save_dir, struct failure* failure) {
    struct VFile* save = mDirectorySetOpenSuffix(&core->dirs, core->dirs.save, ".sav", O_CREAT | O_RDWR);
    if (!save) {
        return fail(failure, "The save %s.sav can't be opened for writing in %s (--save-dir names another place): %s.", core->dirs.baseName,
                    save_dir ? save_dir : "the ROM's directory", strerror(errno));
    }
    if (!core->loadSave(core, save)) {
        return fail(failure, "The save %s.sav was refused by mGBA.", core->dirs.baseName);
    }
    return true;
}

static bool load(struct game* game, const char* rom, const char* save_dir, struct failure* failure) {
    struct mCore* core = game->core;
    core->desiredVideoDimensions(core, &game->width, &game->height);
    game->picture = calloc((size_t) game->width * game->height, sizeof(*game->picture));
    if (!game->picture) {
        return fail(failure, "Out of memory.");
    }
    core->setVideoBuffer(core, game->picture, game->width);

    if (!mCoreLoadFile(core, rom) || !core->dirs.save) {
        return fail(failure, "The ROM %s can't be loaded.", rom);
    }
    if (!load_save(core, save_dir, failure)) {
        return false;
    }
    core->reset(core);
    game_was_changed(game);
    return true;
}

static void on_frame_ended(void* game) {
    ((struct game*) game)->frame_ended = true;
}

bool game_open(struct game* game, const char* rom, const char* save_dir, struct failure* failure) {
    *game = (struct game) {0};
    if (!check_rom(rom, failure) || (save_dir && !make_save_dir(save_dir, failure))) {
        return false;
    }
    struct mCore* core = mCoreFind(rom);
    if (!core) {
        return fail(failure, "The ROM %s is neither a Game Boy Advance nor a Game Boy game.", rom);
    }
    if (!core->init(core)) {
        free(core);
        return fail(failure, "mGBA's core can't be started.");
    }
    game->core = core;
    configure(core, save_dir);
    struct mCoreCallbacks callbacks = {.context = game, .videoFrameEnded = on_frame_ended};
    core->addCoreCallbacks(core, &callbacks);
    return load(game, rom, save_dir, failure);
}

void game_close(struct game* game) {
    if (game->core) {
        game->core->unloadROM(game->core);
        mCoreConfigDeinit(&game->core->config);
        game->core->deinit(game->core);
    }
    free(game->picture);
}

// mGBA's own frameskip is a rhythm; this is the counter behind it, which decides on the frame that is about to begin.
static void set_blind(struct mCore* core, bool blind) {
    switch (core->platform(core)) {
    case mPLATFORM_GBA:
        ((struct GBA*) core->board)->video.frameskipCounter = blind;
        break;
    case mPLATFORM_GB:
        ((struct GB*) core->board)->video.frameskipCounter = blind;
        break;
    default:
        break;
    }
}

// Not core->runFrame: that waits for the picture's end, and a Game Boy game that keeps switching the screen off never gets
// there, so nothing could end or pause the program. The limit is some frames' time: the core counts in cycles, or in half
// ones on the Game Boy.
void game_run_frame(struct game* game) {
    struct mCore* core = game->core;
    const uint32_t limit = 4 * (uint32_t) core->frameCycles(core);
    const uint32_t begin = (uint32_t) mTimingCurrentTime(core->timing);
    game->frame_ended = false;
    set_blind(core, game->blind);
    do {
        core->runLoop(core);
    } while (!game->frame_ended && (uint32_t) mTimingCurrentTime(core->timing) - begin < limit);
}

bool game_was_changed(struct game* game) {
    uint32_t checksum = 0;
    game->core->checksum(game->core, &checksum, mCHECKSUM_CRC32);
    bool changed = checksum != game->checksum;
    game->checksum = checksum;
    return changed;
}

const char* game_platform(const struct game* game) {
    switch (game->core->platform(game->core)) {
    case mPLATFORM_GBA:
        return "Game Boy Advance";
    case mPLATFORM_GB:
        return "Game Boy";
    default:
        return "unknown";
    }
}
