#include "game.h"

#include <ctype.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#define FRAMES_A_SECOND 59.7275
#define UNLIMITED 1000.0 // frames a second

struct game game = {.speed = 1};

int64_t game_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * SECOND + time.tv_nsec;
}

static double rate(void) {
    return game.speed > 0 ? FRAMES_A_SECOND * game.speed : UNLIMITED;
}

static bool is_stopped(void) {
    return game.is_paused || game.is_held;
}

static double exact_frame(void) {
    return is_stopped() ? game.base_frame : game.base_frame + (double) (game_now() - game.base_time) * rate() / SECOND;
}

int64_t game_frame(void) {
    return (int64_t) exact_frame();
}

int64_t game_time_until(int64_t frame) {
    const double frames = (double) frame - exact_frame();
    return is_stopped() ? -1 : frames <= 0 ? 0 : (int64_t) (frames * SECOND / rate()) + 1;
}

void game_rebase(void) {
    game.base_frame = exact_frame();
    game.base_time = game_now();
}

void game_step(int64_t frames) {
    game.base_frame += (double) frames;
}

void game_reset(void) {
    memset(game.wram, 0, sizeof(game.wram));
    for (size_t i = 0; i < 256; ++i) {
        game.wram[0x100 + i] = (uint8_t) i;
    }
    game_rebase();
    game.base_frame = 0;
}

static uint32_t crc32_of(const uint8_t* bytes, size_t length) {
    uint32_t crc = ~0u;
    for (size_t i = 0; i < length; ++i) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; ++bit) {
            crc = crc >> 1 ^ (0xEDB88320 & -(crc & 1));
        }
    }
    return ~crc;
}

static void copy_text(char* to, const uint8_t* from, size_t length) {
    for (size_t i = 0; i < length; ++i) {
        to[i] = (char) (isalnum(from[i]) ? from[i] : 0);
    }
    to[length] = 0;
}

bool game_load(const char* path) {
    // mGBA recognizes a game by this byte of a GBA's header, or by the first bytes of a Game Boy's logo.
    static const uint8_t logo[] = {0xCE, 0xED, 0x66, 0x66};
    FILE* file = fopen(path, "rb");
    struct stat facts;
    uint8_t* bytes = file && !fstat(fileno(file), &facts) && S_ISREG(facts.st_mode) ? malloc((size_t) facts.st_size + 1) : NULL;
    const size_t size = bytes ? fread(bytes, 1, (size_t) facts.st_size, file) : 0;
    const bool is_gba = size >= 0xC0 && bytes[0xB2] == 0x96;
    const bool is_game = is_gba || (size >= 0x150 && !memcmp(bytes + 0x104, logo, sizeof(logo)));
    if (is_game) {
        game.is_gba = is_gba;
        copy_text(game.title, bytes + (is_gba ? 0xA0 : 0x134), is_gba ? 12 : 16);
        copy_text(game.code, bytes + 0xAC, is_gba ? 4 : 0);
        snprintf(game.file, sizeof(game.file), "%s", basename(strdupa(path)));
        game.size = (long) size;
        game.crc = crc32_of(bytes, size);
        game.is_held = false;
        game_reset();
    }
    free(bytes);
    if (file) {
        fclose(file);
    }
    return is_game;
}

void game_press(int mask) {
    for (size_t bit = 0; bit < 10; ++bit) {
        uint16_t count;
        memcpy(&count, game.wram + 0x20 + 2 * bit, sizeof(count));
        count = (uint16_t) (count + (mask >> bit & 1));
        memcpy(game.wram + 0x20 + 2 * bit, &count, sizeof(count));
    }
}

void game_show(int mask) {
    const uint32_t frame = (uint32_t) game_frame();
    const uint16_t down = (uint16_t) mask;
    memcpy(game.wram, &frame, sizeof(frame));
    memcpy(game.wram + 4, &down, sizeof(down));
}

uint8_t* game_memory(int64_t address, int64_t length, bool of_domain) {
    const int64_t base = game.is_gba ? 0x02000000 : 0xC000, size = game.is_gba ? WRAM : 0x2000;
    const int64_t at = of_domain && address < size ? address : address - base;
    return at >= 0 && length > 0 && at + length <= size ? game.wram + at : NULL;
}
