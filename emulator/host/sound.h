#ifndef HOST_SOUND_H
#define HOST_SOUND_H

#include <mgba/flags.h>

#include <mgba/core/core.h>

#include <stdint.h>

// The sample rate in Hz, for both consoles. A sample lasts 512 GBA cycles, so a frame has 548.625 samples.
#define SOUND_RATE 32768

// Converts the stereo sound of a game from mGBA's rate to SOUND_RATE.
struct sound {
    struct mAVStream stream; // the first member, so that mGBA's callback can cast it to struct sound
    struct mCore* core;
    void (*on_sample)(int16_t left, int16_t right);
    int32_t left; // sums of mGBA's samples since the latest on_sample
    int32_t right;
    int32_t count; // how many samples are in the sums
    int32_t cycles; // how long they last, in GBA cycles, with what was left over before
};

// Calls on_sample for each sample from now on. `sound` must not move until sound_close, because the core points to it.
void sound_open(struct sound* sound, struct mCore* core, void (*on_sample)(int16_t left, int16_t right));
void sound_close(struct sound* sound);

#endif
