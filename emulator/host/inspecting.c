#include "inspecting.h"

#include "accesses.h"
#include "coverage.h"
#include "exact_run.h"
#include "history.h"
#include "last_writer.h"
#include "trace.h"

#include <mgba/core/timing.h>

#include <inttypes.h>
#include <stdio.h>

static const struct inspection* asked;
static int64_t first_frame;
static int64_t present; // frame of the movie

static void on_instruction(uint32_t address) {
    if (history_is_busy() || present < first_frame) {
        return;
    }
    if (asked->kind == INSPECT_COVERAGE) {
        coverage_note(address);
    } else if (asked->kind == INSPECT_TRACE) {
        trace_write(address);
    }
}

static void run_part(struct game* game, uint32_t begin) {
    (void) begin;
    exact_run(game->core, on_instruction);
}

static bool begin(struct game* game, int64_t frames, struct failure* failure) {
    if (first_frame > frames) {
        return fail(failure, "--from must be 1 to %" PRId64 " with this movie; got \"%" PRId64 "\".", frames, first_frame);
    }
    // The address of an instruction on the Game Boy is known only in an exact run.
    if (asked->kind != INSPECT_WRITER || game->core->platform(game->core) != mPLATFORM_GBA) {
        game_set_runner(run_part);
    }
    if (asked->kind == INSPECT_TRACE) {
        trace_begin(game, asked);
    }
    return asked->kind != INSPECT_COVERAGE || coverage_begin(game, failure);
}

static void begin_frame(struct game* game, int64_t frame) {
    const uint32_t now = (uint32_t) mTimingCurrentTime(game->core->timing);
    present = frame;
    if (asked->kind == INSPECT_WRITER) {
        if (frame == first_frame) {
            last_writer_begin(game, asked);
        }
        last_writer_begin_frame(frame, now);
    } else if (asked->kind == INSPECT_TRACE) {
        trace_begin_frame(frame, now);
    }
}

static bool end_frame(struct game* game, int64_t frame, struct failure* failure) {
    (void) game;
    (void) frame;
    return !ferror(stdout) || fail(failure, "The output is closed.");
}

static void end(const struct game* game) {
    if (asked->kind == INSPECT_WRITER) {
        accesses_detach();
        last_writer_print();
    } else if (asked->kind == INSPECT_COVERAGE) {
        coverage_print();
    }
    printf("result ");
    movie_run_print_result(game);
}

bool inspect_movie(const struct movie_run* movie, const struct inspection* inspection, int64_t from, struct failure* failure) {
    static const struct movie_viewer viewer = {.begin = begin, .begin_frame = begin_frame, .end_frame = end_frame, .end = end};
    asked = inspection;
    first_frame = from;
    setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    const bool is_played = movie_run(movie, &viewer, failure);
    return (!fflush(stdout) || fail(failure, "The output is closed.")) && is_played;
}
