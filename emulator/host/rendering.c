#include "rendering.h"

#include "history.h"
#include "sound.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Max samples of a frame, which ends after at most four times its usual cycles (game_run_frame).
#define SAMPLES_MAX 4096

static const struct rendering* wanted;
static struct sound sound;
static int16_t samples[SAMPLES_MAX][2];
static size_t sample_count;
static color_t* latest; // the picture written last
static size_t latest_size;

static void on_sample(int16_t left, int16_t right) {
    // Also frames that are run for the history alone give sound.
    if (!history_is_busy() && sample_count < SAMPLES_MAX) {
        samples[sample_count][0] = left;
        samples[sample_count][1] = right;
        ++sample_count;
    }
}

static bool is_wanted(int64_t frame) {
    return frame >= wanted->from && (frame - wanted->from) % wanted->every == 0;
}

static bool begin(struct game* game, int64_t frames, struct failure* failure) {
    if (wanted->from > frames) {
        return fail(failure, "--from must be 1 to %" PRId64 " with this movie; got \"%" PRId64 "\".", frames, wanted->from);
    }
    latest = malloc((size_t) game->width * game->height * sizeof(*latest));
    if (wanted->sound) {
        sound_open(&sound, game->core, on_sample);
    }
    return latest || fail(failure, "Out of memory.");
}

static void begin_frame(struct game* game, int64_t frame) {
    sample_count = 0;
    game->skips_drawing = !is_wanted(frame);
}

// Returns whether the picture is another one than the latest, and keeps it.
static bool take_new(const struct game* game, unsigned width, unsigned height) {
    const size_t line = width * sizeof(*latest);
    bool differs = latest_size != line * height;
    latest_size = line * height;
    for (size_t y = 0; y < height; ++y) {
        differs = differs || memcmp(latest + y * width, game->picture + y * game->width, line);
        memcpy(latest + y * width, game->picture + y * game->width, line);
    }
    return differs;
}

static void write_picture(struct game* game, int64_t frame) {
    unsigned width = 0, height = 0;
    game_picture_size(game, &width, &height);
    const uint32_t keys = game->core->getKeys(game->core);
    if (take_new(game, width, height)) {
        printf("picture %" PRId64 " %" PRIu32 " %u %u\n", frame, keys, width, height);
        fwrite(latest, 1, latest_size, stdout);
    } else {
        printf("same %" PRId64 " %" PRIu32 "\n", frame, keys);
    }
}

static bool end_frame(struct game* game, int64_t frame, struct failure* failure) {
    if (is_wanted(frame)) {
        write_picture(game, frame);
    }
    if (wanted->sound && frame >= wanted->from) {
        printf("sound %zu\n", sample_count);
        fwrite(samples, sizeof(*samples), sample_count, stdout);
    }
    return !ferror(stdout) || fail(failure, "The output is closed.");
}

static void end(const struct game* game) {
    printf("result ");
    movie_run_print_result(game);
}

bool render_movie(const struct movie_run* run, const struct rendering* rendering, struct failure* failure) {
    static const struct movie_viewer viewer = {.begin = begin, .begin_frame = begin_frame, .end_frame = end_frame, .end = end};
    wanted = rendering;
    setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    const bool is_rendered = movie_run(run, &viewer, failure);
    free(latest);
    return (!fflush(stdout) || fail(failure, "The output is closed.")) && is_rendered;
}
