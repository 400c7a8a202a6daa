#include "history.h"

#include "cheats.h"
#include "movie_reader.h"
#include "outside.h"
#include "playing.h"
#include "recording.h"
#include "repeating.h"
#include "schedule.h"

#include <string.h>

// A GBA and a Game Boy have 59.7275 frames a second.
#define MINUTE_FRAMES 3584
// Acts of one frame that are kept; with more it needs a moment.
#define FRAME_ACTS_MAX 1024

static struct history_limits limits;

static struct {
    struct game* game; // NULL: there is no history
    struct recording recording;
    enum act_phase phase;
    bool scripts_run;
    bool has_ended;      // whether on_frame_ended has counted the frame that runs
    struct schedule schedule;
    int64_t acts_frame;  // the frame of acts_count
    unsigned acts_count;
    int64_t clock;       // what the game reads in this frame
    bool has_clock;
    bool is_busy;        // scripts must not see the machine's events
    bool repeats;        // acts are done again instead of recorded
    bool is_arriving;    // the next frame is the one that a rewind returns to
    bool is_power_on;    // nothing has happened since the console was switched on
} history;

static struct recording* const recording = &history.recording;

static struct mCore* core(void) {
    return history.game->core;
}

bool history_is_busy(void) {
    return history.is_busy || cheats_are_running();
}

bool history_scripts_run(bool run) {
    const bool before = history.scripts_run;
    history.scripts_run = run;
    return before;
}

bool history_scripts_are_running(void) {
    return history.scripts_run;
}

static void begin_anew(void) {
    recording_clear(recording);
    history.schedule.is_demanded = true;
}

static void record(enum act_phase phase, enum act_kind kind, const void* bytes, size_t size) {
    if (!recording_add(recording, phase, kind, bytes, size)) {
        begin_anew();
    }
}

// Counts an act of this frame. Returns whether the frame has too many.
static bool counts_too_many(void) {
    if (history.acts_frame != recording->frame) {
        history.acts_frame = recording->frame;
        history.acts_count = 0;
    }
    return ++history.acts_count > FRAME_ACTS_MAX;
}

static void on_act(void* context, enum act_kind kind, const void* bytes, size_t size) {
    (void) context;
    if (!history.scripts_run) {
        return;
    }
    // A movie ends when a script changes the game.
    playing_interrupt();
    history.repeats = false;
    history.is_power_on = history.is_power_on && (kind == ACT_KEYS || kind == ACT_SENSORS || kind == ACT_CHEATS);
    if (kind == ACT_FILE) {
        begin_anew();
        return;
    }
    const bool is_repeatable = kind < ACT_LOAD;
    if (is_repeatable && history.phase != ACT_RUN && !counts_too_many()) {
        record(history.phase, kind, bytes, size);
    } else if (!history.schedule.is_demanded) {
        history.schedule.is_demanded = true;
        record(history.phase, is_repeatable ? ACT_WRITES : kind, "", 0);
    }
}

static int64_t on_clock(void* context, int64_t now) {
    (void) context;
    if (history.phase != ACT_RUN || history.scripts_run) {
        return now;
    }
    if (!history.has_clock) {
        history.has_clock = true;
        history.clock = now;
        struct act act;
        if (!history.repeats) {
            record(ACT_RUN, ACT_CLOCK, &now, sizeof(now));
        } else if (recording_peek(recording, &act) && act.kind == ACT_CLOCK && act.frame == recording->frame) {
            memcpy(&history.clock, act.bytes, sizeof(history.clock));
            recording_pass(recording, &act);
        }
    }
    return history.clock;
}

// Its callback comes before those of the scripts, so that they find the frame counted.
static void on_frame_ended(void* context) {
    (void) context;
    if (history.has_ended) {
        return;
    }
    history.has_ended = true;
    history.phase = ACT_CALLBACK;
    recording_count(recording);
    if (history.is_arriving) {
        history.repeats = history.is_arriving = false;
        repeating_arrive(recording, history.game);
    } else if (history.repeats) {
        repeating_do(recording, history.game, ACT_CALLBACK);
    }
}

void history_open(const struct history_limits* chosen) {
    limits = *chosen;
}

void history_enter(struct game* game) {
    static const struct outside listener = {.on_act = on_act, .on_clock = on_clock};
    memset(&history, 0, sizeof(history));
    if (!limits.minutes || !recording_open(recording, (size_t) limits.bytes)) {
        outside_attach(game->core, NULL);
        return;
    }
    outside_attach(game->core, &listener);
    history.game = game;
    history.phase = ACT_BETWEEN;
    history.is_power_on = !power_has_clock(game->core);
    schedule_begin(&history.schedule);
    struct mCoreCallbacks callbacks = {.videoFrameEnded = on_frame_ended};
    game->core->addCoreCallbacks(game->core, &callbacks);
}

void history_leave(void) {
    playing_interrupt();
    if (history.game) {
        recording_close(recording);
        history.game = NULL;
    }
}

void history_note_reset(bool changed_save) {
    if (!history.game) {
        return;
    }
    playing_interrupt();
    history.repeats = false;
    history.is_power_on = !power_has_clock(core());
    record(ACT_BETWEEN, history.is_power_on && !changed_save ? ACT_RESET : ACT_LOAD, "", 0);
    history.schedule.is_demanded = true;
}

// Adds the present as a moment, unless the thread that packs moments is behind; with `waits`, waits until it isn't.
static void add_moment(bool waits) {
    history.is_busy = true;
    const int64_t oldest = recording->frame - limits.minutes * MINUTE_FRAMES;
    if (recording_add_moment(recording, core(), schedule_has_hash(recording), waits, oldest)) {
        schedule_add(&history.schedule);
        recording->at->is_power_on = history.is_power_on;
    }
    history.is_busy = false;
}

static void run_frame(struct game* game) {
    history.phase = ACT_RUN;
    history.has_ended = history.has_clock = history.is_power_on = false;
    game_run_frame(game);
    // A Game Boy whose screen is off may have had none.
    on_frame_ended(NULL);
    history.phase = ACT_BETWEEN;
    schedule_count(&history.schedule);
}

// Does the acts after a frame again.
static void finish_frame(struct game* game) {
    do {
        repeating_do(recording, game, ACT_BETWEEN);
    } while (repeating_replace(recording, game));
}

static bool is_due(void) {
    return schedule_is_due(&history.schedule, recording, (size_t) limits.bytes);
}

// Runs the last frame of a movie, for the hash of the memory after it, and returns to before it. Without memory for that the movie ends
// interrupted.
static void look_ahead(struct game* game) {
    struct snapshot before = {0};
    if (!snapshot_take(&before, core())) {
        playing_interrupt();
        return;
    }
    const int64_t frame = recording->frame;
    struct moment* at = recording->at;
    const struct acts_place place = recording->place;
    const bool skips_drawing = game->skips_drawing;
    history.is_busy = game->skips_drawing = true;
    run_frame(game);
    finish_frame(game);
    playing_end(core(), !recording_lags(recording));
    snapshot_restore(&before, core());
    snapshot_free(&before);
    recording->frame = frame;
    recording->at = at;
    recording->place = place;
    game->skips_drawing = skips_drawing;
    history.is_busy = false;
}

// Prepares the next frame of a movie. Returns false if it has ended.
static bool prepare_movie(struct game* game) {
    finish_frame(game);
    if (!playing_is_on()) {
        history.repeats = false;
        return false;
    }
    if (is_due()) {
        add_moment(schedule_waits(&history.schedule));
    }
    if (playing_is_last(recording->frame + 1)) {
        look_ahead(game);
        history.is_arriving = true;
    }
    return true;
}

void history_run_frame(struct game* game) {
    if (!history.game) {
        game_run_frame(game);
        return;
    }
    const bool is_prepared = history.is_arriving || (playing_is_on() && prepare_movie(game));
    if (!is_prepared) {
        recording_settle(recording);
        if (recording->end == recording->frame && is_due()) {
            add_moment(schedule_waits(&history.schedule));
        }
    }
    run_frame(game);
}

struct recording* history_recording(void) {
    return history.game ? recording : NULL;
}

bool history_return_to(int64_t frame) {
    if (history.schedule.is_demanded && recording->end == recording->frame) {
        add_moment(true);
    }
    struct moment* moment = recording_find(recording, frame);
    struct snapshot snapshot = {0};
    if (!moment || !moments_read(&recording->moments, moment, &snapshot)) {
        snapshot_free(&snapshot);
        return false;
    }
    playing_interrupt();
    struct game* game = history.game;
    const bool skips_drawing = game->skips_drawing;
    history.repeats = history.is_busy = game->skips_drawing = true;
    snapshot_restore(&snapshot, core());
    snapshot_free(&snapshot);
    recording->frame = moment->frame;
    recording_enter(recording, moment);
    // Acts in the callback in which this moment replaced the machine.
    repeating_do(recording, game, ACT_CALLBACK);
    repeating_do(recording, game, ACT_BETWEEN);
    while (recording->frame < frame - 1) {
        run_frame(game);
        repeating_do(recording, game, ACT_BETWEEN);
    }
    game->skips_drawing = skips_drawing;
    history.is_busy = history.schedule.is_demanded = false;
    history.is_arriving = true;
    return true;
}

bool history_play_movie(const struct movie* movie, int64_t to, bool stops, struct failure* failure) {
    history.is_busy = true;
    const bool is_begun = movie_begin(movie, recording, history.game, failure);
    history.is_busy = false;
    if (is_begun) {
        history.repeats = true;
        history.schedule.is_demanded = false;
        playing_begin(recording->frame, to ? recording->frame + to : recording->end, stops);
    }
    return is_begun;
}
