#include "live_sound.h"

#include "history.h"
#include "sound.h"

#include <mgba/script/macros.h>

#include <stdbool.h>
#include <string.h>

// Two seconds.
#define SAMPLES_KEPT (2 * SOUND_RATE)
#define SAMPLE_BYTES (2 * sizeof(int16_t))
// Frames without a reader after which the sound is no longer kept: ten seconds.
#define UNREAD_MAX 600
#define VOLUME_MAX 100

static struct game* current;
static struct sound sound;
static int16_t samples[SAMPLES_KEPT][2];
static int64_t count; // of all samples: the next one's number
static int64_t begin; // of the samples that were read last
static int32_t unread; // frames since the last read; -1: no game runs, and the next one's sound is kept too
static int32_t volume = VOLUME_MAX;

static bool is_kept(void) {
    return sound.core;
}

static void on_sample(int16_t left, int16_t right) {
    // Frames that the history runs for itself give sound too.
    if (!history_is_busy()) {
        int16_t* sample = samples[count++ % SAMPLES_KEPT];
        sample[0] = (int16_t) (left * volume / VOLUME_MAX);
        sample[1] = (int16_t) (right * volume / VOLUME_MAX);
    }
}

static int64_t find_begin(int64_t from) {
    const int64_t oldest = count > SAMPLES_KEPT ? count - SAMPLES_KEPT : 0;
    if (from <= 0 || from > count) {
        return count;
    }
    return from > oldest ? from : oldest;
}

static struct mScriptValue* read_sound(int64_t from) {
    static char bytes[SAMPLES_KEPT * SAMPLE_BYTES];
    unread = 0;
    if (!is_kept()) {
        sound_open(&sound, current->core, on_sample);
    }
    begin = find_begin(from);
    const size_t place = (size_t) (begin % SAMPLES_KEPT), wanted = (size_t) (count - begin);
    const size_t first = wanted < SAMPLES_KEPT - place ? wanted : SAMPLES_KEPT - place;
    memcpy(bytes, samples + place, first * SAMPLE_BYTES);
    memcpy(bytes + first * SAMPLE_BYTES, samples, (wanted - first) * SAMPLE_BYTES);
    return scripting_text(bytes, wanted * SAMPLE_BYTES);
}

static int64_t sound_begin(void) {
    return begin;
}

static void set_volume(int32_t percent) {
    volume = percent < 0 ? 0 : percent > VOLUME_MAX ? VOLUME_MAX : percent;
}

mSCRIPT_BIND_FUNCTION(read_sound_binding, WSTR, read_sound, 1, S64, from);
mSCRIPT_BIND_FUNCTION(sound_begin_binding, S64, sound_begin, 0);
mSCRIPT_BIND_VOID_FUNCTION(set_volume_binding, set_volume, 1, S32, percent);

void live_sound_open(struct scripting* scripting, struct game* game) {
    current = game;
    scripting_export(scripting, "readSound", &read_sound_binding);
    scripting_export(scripting, "soundBegin", &sound_begin_binding);
    scripting_export(scripting, "setVolume", &set_volume_binding);
}

void live_sound_count(void) {
    if (is_kept() && ++unread > UNREAD_MAX) {
        sound_close(&sound);
    }
}

void live_sound_leave(void) {
    if (is_kept()) {
        sound_close(&sound);
        unread = -1;
    }
}

void live_sound_enter(void) {
    if (unread < 0) {
        unread = 0;
        sound_open(&sound, current->core, on_sample);
    }
}
