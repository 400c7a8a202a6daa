#ifndef HOST_GAME_H
#define HOST_GAME_H

// mgba/flags.h decides the layout of mGBA's structures and has to come before any other of its headers.
#include <mgba/flags.h>

#include <mgba/core/core.h>

#include "failure.h"
#include "rom.h"
#include "save.h"

#include <stdbool.h>

// The largest picture, that of a Super Game Boy with its border.
#define PICTURE_WIDTH_MAX 256
#define PICTURE_HEIGHT_MAX 224

// One game in a core of its own, with a picture, its save file, and nothing of the user's mGBA settings.
struct game {
    struct mCore* core;
    color_t* picture;
    unsigned width; // of the memory for the picture; the picture itself may be smaller
    unsigned height;
    char* rom;            // the file it was loaded from
    const char* save_dir; // NULL: beside the ROM
    char* save_folder;    // where its save lies
    struct patch patch;
    struct save save;
    bool frame_ended;
    bool blind; // frames are not drawn; the game can't tell
    uint32_t checksum; // of the ROM, when last looked at
    const struct mCoreMemoryBlock* memory; // the core's list of its memory, when last looked at
};

// Loads a game up to what another one that runs could notice: its save file isn't touched. Which core it needs is mGBA's own
// judgement. `save_dir` NULL: saves lie beside the ROM.
bool game_prepare(struct game* game, const char* rom, const char* save_dir, struct failure* failure);

// Loads another ROM for the console that it is into the core that runs, without a save and without a reset.
bool game_load_rom(struct game* game, const char* path, struct failure* failure);

// Loads the save of a prepared game; then the game stands at its first instruction. `game` must stay where it is until
// game_close, since the core points to it. False: its saves will be lost, for the reason in `game->save`.
bool game_begin(struct game* game);

// Writes the save. Harmless after a game_prepare that failed.
void game_close(struct game* game);

// Runs it up to the beginning of VBlank.
void game_run_frame(struct game* game);

// Whether a script has loaded another ROM into the core, or the game's kind of save memory was found out, since this was last asked.
bool game_was_changed(struct game* game);

const char* game_platform(const struct game* game);

#endif
