#ifndef GAME_H
#define GAME_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SECOND 1000000000LL
#define WRAM 0x40000

// A game without a processor: its frames pass by the clock, and its work memory shows frames and presses as the button-test game's does
// (emulator/rom/README.md).
struct game {
    char file[NAME_MAX + 1], title[17], code[5];
    bool is_gba;
    uint32_t crc;
    long size;
    double speed; // 0: unlimited
    bool is_paused, is_held;
    // Frames are counted from this time on, when there were so many.
    int64_t base_time;
    double base_frame;
    uint8_t wram[WRAM];
};

extern struct game game;

// Nanoseconds of a clock.
int64_t game_now(void);

int64_t game_frame(void);

// Returns after how many nanoseconds a frame begins; -1: not by itself.
int64_t game_time_until(int64_t frame);

// Keeps the frame while `speed`, `is_paused` or `is_held` change. Called before the change.
void game_rebase(void);

// Loads the ROM and starts it. Returns false if the file is no game.
bool game_load(const char* path);

void game_reset(void);

// Runs frames of a held game.
void game_step(int64_t frames);

// Counts buttons that go down.
void game_press(int mask);

// Shows the frame and the buttons that are down in memory.
void game_show(int mask);

// Returns where a range is in the memory; NULL: not in it. The address is an offset if it belongs to the domain.
uint8_t* game_memory(int64_t address, int64_t length, bool of_domain);

#endif
