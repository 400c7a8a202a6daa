#include "game.h"

#include "cheats.h"
#include "sensors.h"
#include "watchdog.h"

#include <mgba/core/timing.h>
#include <mgba/internal/gb/gb.h>
#include <mgba/internal/gba/gba.h>
#include <mgba-util/vfs.h>

#include <stdlib.h>
#include <string.h>

static bool add_picture(struct game* game) {
    struct mCore* core = game->core;
    core->desiredVideoDimensions(core, &game->width, &game->height);
    game->picture = calloc((size_t) game->width * game->height, sizeof(*game->picture));
    if (game->picture) {
        core->setVideoBuffer(core, game->picture, game->width);
    }
    return game->picture;
}

static bool start_core(struct game* game, struct VFile* rom, struct failure* failure) {
    struct mCore* core = mCoreCreate(mCoreIsCompatible(rom));
    if (!core || !core->init(core)) {
        free(core);
        return fail(failure, "mGBA can't create a core for this game.");
    }
    game->core = core;
    return machine_configure(game->machine, core, rom, failure) && (add_picture(game) || fail(failure, "Out of memory."));
}

// Saves go to --save-dir, or to the ROM's folder.
static bool name_save_folder(struct game* game, const char* rom) {
    char beside[PATH_MAX];
    char name[PATH_MAX];
    separatePath(rom, beside, name, NULL);
    free(game->save_folder);
    game->save_folder = strdup(game->machine->save_dir ? game->machine->save_dir : beside);
    return game->save_folder;
}

static bool load(struct game* game, struct failure* failure) {
    if (!name_save_folder(game, game->rom)) {
        return fail(failure, "Out of memory.");
    }
    struct VFile* rom = rom_read(game->rom, rom_is_game, &game->patch, failure);
    if (!rom) {
        return false;
    }
    if (!start_core(game, rom, failure)) {
        rom->close(rom);
        return false;
    }
    return rom_load(game->core, rom, game->rom, failure) && machine_load_bios(game->machine, game->core, failure);
}

bool game_prepare(struct game* game, const char* rom, const struct machine* machine, struct failure* failure) {
    *game = (struct game) {.rom = strdup(rom), .machine = machine};
    const bool was_watching = watchdog_watch(true);
    const bool is_loaded = game->rom ? load(game, failure) : fail(failure, "Out of memory.");
    watchdog_watch(was_watching);
    return is_loaded;
}

bool game_load_rom(struct game* game, const char* path, struct failure* failure) {
    const bool was_watching = watchdog_watch(true);
    struct VFile* rom = rom_read(path, game->core->isROM, NULL, failure);
    const bool is_loaded = rom && rom_load(game->core, rom, path, failure) && name_save_folder(game, path);
    watchdog_watch(was_watching);
    return is_loaded;
}

// Its callback is the first of all (game_begin).
static void on_frame_ended(void* game) {
    ((struct game*) game)->frame_ended = true;
    cheats_run();
}

static uint32_t checksum(struct mCore* core) {
    uint32_t sum = 0;
    core->checksum(core, &sum, mCHECKSUM_CRC32);
    return sum;
}

static const struct mCoreMemoryBlock* memory(struct mCore* core) {
    const struct mCoreMemoryBlock* blocks = NULL;
    core->listMemoryBlocks(core, &blocks);
    return blocks;
}

bool game_begin(struct game* game) {
    const bool was_watching = watchdog_watch(true);
    struct mCore* core = game->core;
    struct mCoreCallbacks callbacks = {.context = game, .videoFrameEnded = on_frame_ended};
    core->addCoreCallbacks(core, &callbacks);
    sensors_attach(core);
    cheats_attach(core);
    const char* place = game->machine->save_dir ? game->machine->save_dir : "the ROM's directory";
    const bool saves = game->machine->saves_nothing ? save_begin_erased(core)
                                                    : save_load(&game->save, core, game->save_folder, place);
    power_on(&game->power, core);
    game->checksum = checksum(core);
    game->memory = memory(core);
    watchdog_watch(was_watching);
    return saves;
}

void game_reset(struct game* game) {
    power_cycle(&game->power, game->core);
    sensors_set_motor(false);
    memset(game->picture, 0, (size_t) game->width * game->height * sizeof(*game->picture));
}

void game_close(struct game* game) {
    if (game->core) {
        cheats_detach(game->core);
        game->core->unloadROM(game->core);
        mCoreConfigDeinit(&game->core->config);
        game->core->deinit(game->core);
    }
    power_free(&game->power);
    free(game->picture);
    free(game->rom);
    free(game->save_folder);
}

// mGBA's option frameskip skips every nth frame. This sets the counter behind it, which decides about the next frame alone.
static void set_frameskip(struct mCore* core, bool skip) {
    switch (core->platform(core)) {
    case mPLATFORM_GBA:
        ((struct GBA*) core->board)->video.frameskipCounter = skip;
        break;
    case mPLATFORM_GB:
        ((struct GB*) core->board)->video.frameskipCounter = skip;
        break;
    default:
        break;
    }
}

static void run_loop(struct game* game, uint32_t begin) {
    (void) begin;
    game->core->runLoop(game->core);
}

static void (*run_instructions)(struct game* game, uint32_t begin) = run_loop;

void game_set_runner(void (*run)(struct game* game, uint32_t begin)) {
    run_instructions = run;
}

// core->runFrame would return only at the end of a picture, which a Game Boy game that keeps switching the screen off never reaches:
// the program could not be paused or ended. The limit is in timing units, which are cycles on the GBA and half cycles on the Game Boy.
void game_run_frame(struct game* game) {
    struct mCore* core = game->core;
    const uint32_t limit = 4 * (uint32_t) core->frameCycles(core);
    const uint32_t begin = (uint32_t) mTimingCurrentTime(core->timing);
    game->frame_ended = false;
    set_frameskip(core, game->skips_drawing);
    sensors_begin_frame(core);
    watchdog_watch(true);
    do {
        run_instructions(game, begin);
    } while (!game->frame_ended && (uint32_t) mTimingCurrentTime(core->timing) - begin < limit);
    watchdog_watch(false);
}

// A script loaded the game with mGBA's own functions, so its files are unknown.
static void clear_files(struct game* game) {
    *game->rom = '\0';
    game->patch = (struct patch) {0};
    game->save = (struct save) {0};
}

bool game_was_changed(struct game* game) {
    const uint32_t sum = checksum(game->core);
    const struct mCoreMemoryBlock* blocks = memory(game->core);
    if (sum == game->checksum && blocks == game->memory) {
        return false;
    }
    if (sum != game->checksum) {
        clear_files(game);
    }
    game->checksum = sum;
    game->memory = blocks;
    return true;
}

// Before a game is loaded, a Game Boy core reports a larger size than the game's picture has later.
void game_picture_size(const struct game* game, unsigned* width, unsigned* height) {
    game->core->desiredVideoDimensions(game->core, width, height);
    *width = *width < game->width ? *width : game->width;
    *height = *height < game->height ? *height : game->height;
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
