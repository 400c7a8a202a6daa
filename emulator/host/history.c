#include "history.h"

#include "outside.h"
#include "recording.h"
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
    bool has_ended;      // the frame that runs
    struct schedule schedule;
    int64_t acts_frame;  // of the count
    unsigned acts_count;
    int64_t clock;       // what the game reads in this frame
    bool has_clock;
    bool is_busy;        // scripts must not see the machine's events
    bool repeats;        // acts are done again instead of recorded
    bool is_arriving;    // the next frame is the one that a rewind returns to
} history;

static struct recording* const recording = &history.recording;

static struct mCore* core(void) {
    return history.game->core;
}

bool history_is_busy(void) {
    return history.is_busy;
}

bool history_scripts_run(bool run) {
    const bool before = history.scripts_run;
    history.scripts_run = run;
    return before;
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

static bool are_too_many(void) {
    if (history.acts_frame != recording->frame) {
        history.acts_frame = recording->frame;
        history.acts_count = 0;
    }
    return ++history.acts_count > FRAME_ACTS_MAX;
}

static void on_act(void* context, enum act_kind kind, const void* bytes, size_t size) {
    (void) context;
    if (!history.scripts_run || history.repeats) {
        return;
    }
    if (kind == ACT_FILE) {
        begin_anew();
        return;
    }
    if (kind < ACT_LOAD && history.phase != ACT_RUN && !are_too_many()) {
        record(history.phase, kind, bytes, size);
    } else if (!history.schedule.is_demanded) {
        history.schedule.is_demanded = true;
        record(history.phase, kind < ACT_LOAD ? ACT_WRITES : kind, "", 0);
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
        } else if (recording_peek(recording, &act) && act.kind == ACT_CLOCK) {
            memcpy(&history.clock, act.bytes, sizeof(history.clock));
            recording_pass(recording, &act);
        }
    }
    return history.clock;
}

// Does the acts of a phase again.
static void repeat(enum act_phase phase) {
    struct act act;
    while (recording_peek(recording, &act) && act.frame == recording->frame && act.phase == phase) {
        outside_repeat(core(), &act);
        recording_pass(recording, &act);
    }
}

// Returns whether something in this frame replaced the machine, and has done it again: a state that was loaded in a frame belongs to it.
static bool replace_again(void) {
    struct snapshot snapshot = {0};
    struct moment* after = recording_replacement(recording);
    const bool is_replaced = after && moments_read(&recording->moments, after, &snapshot);
    if (is_replaced) {
        snapshot_restore_in_frame(&snapshot, core());
        recording_enter(recording, after);
    }
    snapshot_free(&snapshot);
    return is_replaced;
}

// In the callback of the frame that a rewind returns to. In the latest one also does again what was done in it.
static void arrive(void) {
    history.repeats = history.is_arriving = false;
    if (replace_again()) {
        return;
    }
    struct act act;
    const bool is_end = recording->frame == recording->end;
    while (is_end && recording_peek(recording, &act) && act_is_repeatable(&act)) {
        outside_repeat(core(), &act);
        recording_pass(recording, &act);
    }
}

// The first callback of all, so that the scripts find the frame counted.
static void on_frame_ended(void* context) {
    (void) context;
    if (history.has_ended) {
        return;
    }
    history.has_ended = true;
    history.phase = ACT_CALLBACK;
    recording_count(recording);
    if (history.is_arriving) {
        arrive();
    } else if (history.repeats) {
        repeat(ACT_CALLBACK);
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
    schedule_begin(&history.schedule);
    struct mCoreCallbacks callbacks = {.videoFrameEnded = on_frame_ended};
    game->core->addCoreCallbacks(game->core, &callbacks);
}

void history_leave(void) {
    if (history.game) {
        recording_close(recording);
        history.game = NULL;
    }
}

void history_note_reset(void) {
    if (history.game) {
        record(ACT_BETWEEN, ACT_RESET, "", 0);
        history.schedule.is_demanded = true;
    }
}

// Adds the present, if the other thread has time for it. With `waits` it gets the time.
static void add_moment(bool waits) {
    history.is_busy = true;
    const int64_t oldest = recording->frame - limits.minutes * MINUTE_FRAMES;
    if (recording_add_moment(recording, core(), schedule_has_hash(recording), waits, oldest)) {
        schedule_add(&history.schedule);
    }
    history.is_busy = false;
}

static void run_frame(struct game* game) {
    history.phase = ACT_RUN;
    history.has_ended = history.has_clock = false;
    game_run_frame(game);
    // A Game Boy whose screen is off may have had none.
    on_frame_ended(NULL);
    history.phase = ACT_BETWEEN;
    schedule_count(&history.schedule);
}

void history_run_frame(struct game* game) {
    if (!history.game) {
        game_run_frame(game);
        return;
    }
    if (!history.repeats) {
        recording_settle(recording);
        if (recording->end == recording->frame && schedule_is_due(&history.schedule, recording, (size_t) limits.bytes)) {
            add_moment(false);
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
    struct game* game = history.game;
    const bool skips_drawing = game->skips_drawing;
    history.repeats = history.is_busy = game->skips_drawing = true;
    snapshot_restore(&snapshot, core());
    snapshot_free(&snapshot);
    recording->frame = moment->frame;
    recording_enter(recording, moment);
    // Acts in the callback in which this moment replaced the machine.
    repeat(ACT_CALLBACK);
    repeat(ACT_BETWEEN);
    while (recording->frame < frame - 1) {
        run_frame(game);
        repeat(ACT_BETWEEN);
    }
    game->skips_drawing = skips_drawing;
    history.is_busy = history.schedule.is_demanded = false;
    history.is_arriving = true;
    return true;
}
