#include "movie_run.h"

#include "audience.h"
#include "history.h"
#include "movie_reader.h"
#include "playing.h"
#include "regular_file.h"
#include "watchdog.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool read_file(const char* path, struct movie* movie, struct failure* failure) {
    const int file = strcmp(path, "-") ? regular_file_open(path, O_RDONLY) : STDIN_FILENO;
    if (file < 0) {
        return fail(failure, "The movie %s can't be read: %s.", path, regular_file_problem());
    }
    static uint8_t piece[1 << 16];
    ssize_t count;
    bool is_read = true;
    while (is_read && (count = read(file, piece, sizeof(piece))) > 0) {
        is_read = movie_add(movie, piece, (size_t) count);
    }
    close(file);
    return (is_read && !count) || fail(failure, "The movie %s can't be read, or has more than 32 MiB.", path);
}

void movie_run_print_result(const struct game* game) {
    const enum mPlatform platform = game->core->platform(game->core);
    const struct playing_result* result = playing_result();
    const bool is_equal = result->state == PLAYING_EQUAL;
    // Frames are numbered from 0, and the result counts those that have run.
    printf("{\"frames\":%" PRId64 ",\"checked\":%" PRId64 ",\"equal\":%s", history_recording()->frame + 1, result->checked,
           is_equal ? "true" : "false");
    if (!is_equal) {
        printf(",\"after\":%" PRId64 ",\"before\":%" PRId64 ",\"regions\":[", result->after + 1, result->before + 1);
        const char* comma = "";
        for (size_t i = 0; i < HASH_REGIONS_MAX; ++i) {
            if (result->regions & 1u << i) {
                printf("%s\"%s\"", comma, memory_hash_name(platform, i));
                comma = ",";
            }
        }
        printf("]");
    }
    printf(",\"hashes\":{");
    for (size_t i = 0; i < result->last.count; ++i) {
        printf("%s\"%s\":\"%016" PRIx64 "\"", i ? "," : "", memory_hash_name(platform, i), result->last.regions[i]);
    }
    puts("}}");
}

static bool begin(struct game* game, const struct movie* movie, const struct movie_run* run, const struct movie_viewer* viewer,
                  struct failure* failure) {
    // The history is on, so only a lack of memory leaves no recording.
    if (!history_recording()) {
        return fail(failure, "Out of memory.");
    }
    const int64_t length = movie_check(movie, game->core->platform(game->core), failure);
    if (length < 0) {
        return false;
    }
    if (run->frames > length) {
        return fail(failure, "--frames must be 1 to %" PRId64 " with this movie; got \"%" PRId64 "\".", length, run->frames);
    }
    return history_play_movie(movie, run->frames, true, failure)
        && (!viewer->begin || viewer->begin(game, run->frames ? run->frames : length, failure));
}

static bool abandon(struct failure* failure) {
    fail(failure, "The movie has not ended, but nothing reads the result, or a signal came.");
    failure->exit_code = EXIT_ABANDONED;
    return false;
}

static bool play(struct game* game, const struct movie_viewer* viewer, struct failure* failure) {
    game->skips_drawing = true;
    for (int64_t frame = 1; playing_is_on(); ++frame) {
        if (audience_is_gone()) {
            return abandon(failure);
        }
        if (viewer->begin_frame) {
            viewer->begin_frame(game, frame);
        }
        history_run_frame(game);
        if (viewer->end_frame && !viewer->end_frame(game, frame, failure)) {
            return false;
        }
    }
    viewer->end(game);
    if (playing_result()->state == PLAYING_EQUAL) {
        return true;
    }
    fail(failure, "The game went another way than in the movie.");
    failure->exit_code = EXIT_DIFFERS;
    return false;
}

bool movie_run(const struct movie_run* run, const struct movie_viewer* viewer, struct failure* failure) {
    // The history plays the movie. It never goes back here, so the shortest one will do.
    static const struct history_limits limits = {.minutes = 1, .bytes = HISTORY_BYTES_MAX};
    struct game game = {0};
    struct movie movie = {0};
    watchdog_open();
    bool is_played = read_file(run->movie, &movie, failure) && game_prepare(&game, run->rom, run->machine, failure);
    if (is_played) {
        game_begin(&game);
        history_open(&limits);
        history_enter(&game);
        is_played = begin(&game, &movie, run, viewer, failure) && play(&game, viewer, failure);
        history_leave();
    }
    game_close(&game);
    movie_free(&movie);
    return is_played;
}
