#include "branch_start.h"

#include "audience.h"
#include "branch_script.h"
#include "history.h"
#include "movie_parser.h"
#include "playing.h"

#include <stdlib.h>
#include <string.h>

// The game's clock as the options set it.
static struct {
    enum mRTCGenericType kind;
    int64_t value;
} chosen_clock;

static struct {
    const struct branch_request* request; // whose state is loaded in the callback of the frame that runs; NULL: none
    bool is_loaded; // its state was loaded
    struct failure* failure;
} loading;

static size_t picture_size(const struct game* game) {
    return (size_t) game->width * game->height * sizeof(*game->picture);
}

static void on_frame_ended(void* unused) {
    (void) unused;
    // The history runs the last frame of a movie twice; it is busy the first time, when it only hashes the memory after it.
    if (loading.request && !loading.is_loaded && !history_is_busy()) {
        loading.is_loaded = true;
        branch_script_run("branchLoad", &loading.request->load, loading.failure);
    }
}

bool branch_start_open(struct branch_start* start, struct game* game, struct failure* failure) {
    *start = (struct branch_start) {.picture = malloc(picture_size(game))};
    chosen_clock.kind = game->core->rtc.override;
    chosen_clock.value = game->core->rtc.value;
    struct mCoreCallbacks callbacks = {.videoFrameEnded = on_frame_ended};
    game->core->addCoreCallbacks(game->core, &callbacks);
    return start->picture || fail(failure, "Out of memory.");
}

// Returns the last time in seconds that the game read from its clock in the movie; without one the present time of its clock.
static int64_t find_time(struct mCore* core, const struct movie* movie) {
    struct movie_parser parser;
    struct failure unused;
    int64_t seconds = (int64_t) core->rtc.d.unixTime(&core->rtc.d);
    bool is_right = movie_parser_open(&parser, movie, &unused);
    while (is_right && movie_parser_next(&parser, &unused) && parser.item != MOVIE_END) {
        if (parser.item == MOVIE_ACT && parser.act.kind == ACT_CLOCK) {
            seconds = parser.what.clock;
        }
    }
    return seconds;
}

// Replaces the system's clock by one that advances with the frames, so that equal branches have equal results.
static void fix_clock(struct mCore* core, const struct movie* movie) {
    if (core->rtc.override != RTC_NO_OVERRIDE && core->rtc.override != RTC_WALLCLOCK_OFFSET) {
        return;
    }
    const int64_t seconds = find_time(core, movie);
    const int64_t frame_time = core->frameCounter(core) * (core->frameCycles(core) * (int64_t) 1000) / core->frequency(core);
    core->rtc.override = RTC_FAKE_EPOCH;
    core->rtc.value = seconds * 1000 - frame_time;
}

// Undoes what the previous request did: fix_clock replaces the clock, and so does loading a state.
static void restore_clock(struct mCore* core) {
    core->rtc.override = chosen_clock.kind;
    core->rtc.value = chosen_clock.value;
}

// Plays the frames. Returns false if the output is no longer wanted.
static bool play(const struct branch_request* request, struct game* game, struct failure* failure) {
    while (playing_is_on()) {
        if (audience_is_gone()) {
            request->input->is_abandoned = true;
            return false;
        }
        const bool is_last = playing_is_last(history_recording()->frame + 1);
        game->skips_drawing = !is_last;
        loading.request = is_last && request->load.size ? request : NULL;
        loading.is_loaded = false;
        loading.failure = failure;
        history_run_frame(game);
    }
    return true;
}

static bool reach(const struct branch_request* request, const struct movie* movie, struct game* game, struct failure* failure) {
    struct failure reason = {0};
    if (!history_play_movie(movie, 0, true, &reason)) {
        return fail(failure, "line 1: The movie can't be played: %.900s", reason.sentence);
    }
    *failure = (struct failure) {0};
    if (!play(request, game, failure) || *failure->sentence) {
        return false;
    }
    if (playing_result()->state != PLAYING_EQUAL) {
        return fail(failure, "line 1: The game went another way than in the movie.");
    }
    // A Game Boy whose screen is off may have had no callback.
    if (loading.request && !loading.is_loaded && !branch_script_run("branchLoad", &request->load, failure)) {
        return false;
    }
    fix_clock(game->core, movie);
    return true;
}

bool branch_start_reach(struct branch_start* start, const struct branch_request* request, struct game* game, struct failure* failure) {
    const struct movie movie = {.bytes = (uint8_t*) branch_request_bytes(request, &request->start), .size = request->start.size};
    if (!history_recording()) {
        return fail(failure, "Out of memory.");
    }
    restore_clock(game->core);
    branch_script_begin(request, NULL);
    const bool is_reached = reach(request, &movie, game, failure);
    loading.request = NULL;
    if (!is_reached) {
        return false;
    }
    memcpy(start->picture, game->picture, picture_size(game));
    return snapshot_take(&start->snapshot, game->core) || fail(failure, "Out of memory.");
}

bool branch_start_return(const struct branch_start* start, struct game* game, bool has_picture) {
    if (has_picture) {
        memcpy(game->picture, start->picture, picture_size(game));
    }
    return snapshot_restore(&start->snapshot, game->core);
}

void branch_start_close(struct branch_start* start) {
    snapshot_free(&start->snapshot);
    free(start->picture);
    *start = (struct branch_start) {0};
}
