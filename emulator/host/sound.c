#include "sound.h"

#include <mgba/internal/gb/gb.h>
#include <mgba/internal/gba/gba.h>

#include <stddef.h>

// mGBA gives a Game Boy's sound with four times the rate, and a GBA's with the one that the game sets in SOUNDBIAS (GBATEK, "Sound Control
// Registers"): up to eight times. `cycles` gives both in units of which a sample of SOUND_RATE takes 512.
#define SAMPLE_CYCLES 512

static int32_t cycles(struct mCore* core) {
    return core->platform(core) == mPLATFORM_GBA ? ((const struct GBA*) core->board)->audio.sampleInterval : SAMPLE_CYCLES / 4;
}

static void on_native_sample(struct mAVStream* stream, int16_t left, int16_t right) {
    struct sound* sound = (struct sound*) stream;
    sound->left += left;
    sound->right += right;
    ++sound->count;
    sound->cycles += cycles(sound->core);
    if (sound->cycles >= SAMPLE_CYCLES) {
        sound->on_sample((int16_t) (sound->left / sound->count), (int16_t) (sound->right / sound->count));
        sound->left = sound->right = sound->count = 0;
        sound->cycles -= SAMPLE_CYCLES;
    }
}

void sound_open(struct sound* sound, struct mCore* core, void (*on_sample)(int16_t left, int16_t right)) {
    *sound = (struct sound) {.stream.postAudioFrame = on_native_sample, .core = core, .on_sample = on_sample};
    core->setAVStream(core, &sound->stream);
}

void sound_close(struct sound* sound) {
    if (sound->core) {
        sound->core->setAVStream(sound->core, NULL);
        sound->core = NULL;
    }
}
