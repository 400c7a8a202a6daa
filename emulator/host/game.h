#ifndef HOST_GAME_H
#define HOST_GAME_H

// mgba/flags.h decides the layout of mGBA's structures, so it must be included before other mGBA headers.
#include <mgba/flags.h>

#include <mgba/core/core.h>

#include "failure.h"
#include "machine.h"
#include "power.h"
#include "rom.h"
#include "save.h"

#include <stdbool.h>

// The largest picture: a Super Game Boy's with its border.
#define PICTURE_WIDTH_MAX 256
#define PICTURE_HEIGHT_MAX 224

// A game in its own core, with its picture and save file. The user's mGBA settings do not apply.
struct game {
    struct mCore* core;
    color_t* picture;
    unsigned width; // of the picture's buffer; the picture itself may be smaller
    unsigned height;
    char* rom;            // the path of its file
    const struct machine* machine;
    char* save_folder;    // the folder of its save
    struct patch patch;
    struct save save;
    struct power_on power;
    bool frame_ended;
    bool skips_drawing;
    uint32_t checksum; // of the ROM, at the last check
    const struct mCoreMemoryBlock* memory; // the core's list of memory blocks, at the last check
};

// Loads a game without its save, so that a running game with the same save file is not affected. mGBA chooses the core.
// `machine` must outlive the game.
bool game_prepare(struct game* game, const char* rom, const struct machine* machine, struct failure* failure);

// Loads another ROM for the same console into the running core, without a save and without a reset.
bool game_load_rom(struct game* game, const char* path, struct failure* failure);

// Loads the save of a prepared game and switches the console on. `game` must not move until game_close, because the core points to it.
// Returns false if saves can't be written; `game->save` has the reason.
bool game_begin(struct game* game);

// Resets the game like its power switch. Must not be called within a frame.
void game_reset(struct game* game);

// Writes the save and frees the game. May be called after a failed game_prepare.
void game_close(struct game* game);

// Has another function run a part of each frame, like core->runLoop. `begin` is when the frame began, in the core's timing units.
void game_set_runner(void (*run)(struct game* game, uint32_t begin));

// Runs the game until the next VBlank starts.
void game_run_frame(struct game* game);

// Returns whether the ROM or the list of memory blocks changed since the last call: a script loaded another ROM, or mGBA detected
// the type of the save memory.
bool game_was_changed(struct game* game);

// Sets `width` and `height` to the present size of the picture.
void game_picture_size(const struct game* game, unsigned* width, unsigned* height);

const char* game_platform(const struct game* game);

#endif
