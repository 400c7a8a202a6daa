#ifndef HOST_GAME_H
#define HOST_GAME_H

// mgba/flags.h decides the layout of mGBA's structures and has to come before any other of its headers.
#include <mgba/flags.h>

#include <mgba/core/core.h>

#include "failure.h"

#include <stdbool.h>

// One game in mGBA's core, with a picture, its save file, and nothing of the user's mGBA settings.
struct game {
    struct mCore* core;
    color_t* picture;
    unsigned width; // of the memory for the picture; the picture itself may be smaller
    unsigned height;
    bool frame_ended;
    bool blind; // frames are not drawn; the game can't tell
    uint32_t checksum; // of the ROM, when last looked at
};

// `save_dir` NULL: beside the ROM. Then the game stands at its first instruction. `game` must stay where it is until
// game_close, since the core points to it.
bool game_open(struct game* game, const char* rom, const char* save_dir, struct failure* failure);

// Writes the save. Harmless after a game_open that failed.
void game_close(struct game* game);

// Runs it up to the beginning of VBlank.
void game_run_frame(struct game* game);

// Whether a script has loaded another ROM since this was last asked.
bool game_was_changed(struct game* game);

const char* game_platform(const struct game* game);

#endif
