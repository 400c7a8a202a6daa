#ifndef HOST_SOUND_H
#define HOST_SOUND_H

#include <mgba/flags.h>

#include <mgba/core/core.h>

#include <stdint.h>

// Samples a second, of both consoles: 512 cycles of a GBA each, so that a frame has 548.625.
#define SOUND_RATE 32768

// The sound of a game, stereo.
struct sound {
    struct mAVStream stream; // the first member, so that mGBA's callback finds the others
    struct mCore* core;
    void (*on_sample)(int16_t left, int16_t right);
    int32_t left; // sums of mGBA's samples that have not made a sample yet
    int32_t right;
    int32_t count;
    int32_t cycles;
};

// Calls on_sample for each sample from now on. `sound` must not move until sound_close, because the core points to it.
void sound_open(struct sound* sound, struct mCore* core, void (*on_sample)(int16_t left, int16_t right));
void sound_close(struct sound* sound);

#endif
