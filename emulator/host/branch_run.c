#include "branch_run.h"

#include "audience.h"
#include "branch_script.h"
#include "memory_hash.h"

#include <inttypes.h>
#include <stdio.h>

// Frames between two looks at the standard output; each one is a system call.
#define LOOK_FRAMES 8
// Frames that may run again for a picture.
#define PLACE_FRAMES 16

static struct {
    struct game* game;
    const struct branch_request* request;
    const struct branch* branch; // that runs; NULL: none
    size_t key; // the next one
    int64_t frame;
    int64_t end; // the last frame; -1 while that depends on conditions
    bool has_ended; // the frame that runs
    struct failure* failure; // why it failed; empty if it did not
    bool repeats; // frames run again, for a picture
    struct {
        struct snapshot snapshot;
        int64_t frame;
        size_t key;
    } place; // from where they do
} run;

static bool has_failed(void) {
    return *run.failure->sentence;
}

// Looks at the conditions.
static void check_conditions(void) {
    const struct branch* branch = run.branch;
    const int64_t since = run.frame - branch->frames;
    const struct branch_answer* answer = branch_script_answer();
    if (since < 0 || !branch_script_run(since ? "branchFrame" : "branchBegin", &branch->conditions, run.failure)) {
        return;
    }
    if (answer->is_decided || since >= branch->timeout) {
        run.end = run.frame + branch->settle;
    }
}

// Called when a frame has ended, and before the first one.
static void arrive(void) {
    if (run.end < 0) {
        check_conditions();
    }
    if (run.frame == run.end && run.branch->read_count && !has_failed()) {
        branch_script_run("branchRead", &run.branch->reads, run.failure);
    }
}

// The scripts of a running game look at this moment, too, at which the frame's last events may still be to come.
static void on_frame_ended(void* unused) {
    (void) unused;
    if (run.branch && !run.has_ended && !run.repeats) {
        run.has_ended = true;
        ++run.frame;
        arrive();
    }
}

void branch_run_open(struct game* game) {
    run.game = game;
    struct mCoreCallbacks callbacks = {.videoFrameEnded = on_frame_ended};
    game->core->addCoreCallbacks(game->core, &callbacks);
}

void branch_run_close(void) {
    snapshot_free(&run.place.snapshot);
}

// Returns whether the last frame, which is wanted as a picture, is unknown before it has run.
static bool ends_unseen(void) {
    return run.branch->timeout && run.branch->shows && !run.branch->settle && !run.branch->sees_picture;
}

// Returns whether the picture of the next frame may be needed.
static bool draws_next(void) {
    const struct branch* branch = run.branch;
    if (run.end >= 0) {
        return branch->shows && run.frame + 1 == run.end;
    }
    return (branch->sees_picture && run.frame + 1 >= branch->frames) || (ends_unseen() && run.frame + 1 == branch->frames);
}

// Remembers a place from which the last frames can run again: a frame takes a quarter of the time if it isn't drawn.
static bool mark_place(void) {
    const int64_t since = run.frame - run.branch->frames;
    if (run.end >= 0 || !ends_unseen() || since < 0 || since % PLACE_FRAMES) {
        return true;
    }
    run.place.frame = run.frame;
    run.place.key = run.key;
    return snapshot_take(&run.place.snapshot, run.game->core) || fail(run.failure, "Out of memory.");
}

static void press_keys(void) {
    const struct branch_keys* keys = run.request->keys;
    struct mCore* core = run.game->core;
    for (; run.key < run.branch->keys_end && keys[run.key].frame <= run.frame; ++run.key) {
        core->setKeys(core, keys[run.key].mask);
    }
}

// Runs all frames. Returns false if it failed, or nothing wants the result.
static bool run_frames(void) {
    while (run.frame != run.end && !has_failed()) {
        if (run.frame % LOOK_FRAMES == 0 && audience_is_gone()) {
            run.request->input->is_abandoned = true;
            return false;
        }
        if (!mark_place()) {
            return false;
        }
        press_keys();
        run.game->skips_drawing = !draws_next();
        run.has_ended = false;
        game_run_frame(run.game);
        // A Game Boy whose screen is off may have had no callback.
        on_frame_ended(NULL);
    }
    return !has_failed();
}

// Draws the last frame.
static bool draw_unseen(void) {
    if (!ends_unseen() || run.frame == run.branch->frames) {
        return true;
    }
    if (!snapshot_restore(&run.place.snapshot, run.game->core)) {
        return fail(run.failure, "mGBA refused its own state.");
    }
    run.repeats = true;
    run.key = run.place.key;
    for (run.frame = run.place.frame; run.frame < run.end; ++run.frame) {
        press_keys();
        run.game->skips_drawing = run.frame + 1 < run.end;
        game_run_frame(run.game);
    }
    run.repeats = false;
    return true;
}

static bool write_hashes(void) {
    struct mCore* core = run.game->core;
    const enum mPlatform platform = core->platform(core);
    const struct memory_hash hash = memory_hash_now(core);
    if (!hash.count) {
        return fail(run.failure, "Out of memory.");
    }
    printf("hashes");
    for (size_t i = 0; i < hash.count; ++i) {
        printf(" %s=%016" PRIx64, memory_hash_name(platform, i), hash.regions[i]);
    }
    putchar('\n');
    return true;
}

static void write_picture(void) {
    unsigned width = 0, height = 0;
    game_picture_size(run.game, &width, &height);
    const size_t line = width * sizeof(*run.game->picture);
    printf("picture %u %u %zu\n", width, height, line * height);
    for (size_t y = 0; y < height; ++y) {
        fwrite(run.game->picture + y * run.game->width, 1, line, stdout);
    }
    putchar('\n');
}

// Writes what the script has read, and forgets it.
static void write_answer(void) {
    struct branch_answer* answer = branch_script_answer();
    if (answer->size) {
        fwrite(answer->bytes, 1, answer->size, stdout);
        answer->size = 0;
    }
}

static bool write_state(void) {
    const bool is_kept = branch_script_run("branchKeep", NULL, run.failure);
    write_answer();
    return is_kept;
}

static bool write_response(size_t index) {
    const struct branch* branch = run.branch;
    const struct branch_answer* answer = branch_script_answer();
    const char* met = !branch->timeout ? "-" : answer->is_met ? "1" : "0";
    printf("branch %zu %" PRId64 " %s\n%s", index, run.frame, met, answer->held);
    if (!write_hashes()) {
        return false;
    }
    write_answer();
    if (branch->shows) {
        write_picture();
    }
    if (branch->keeps && !write_state()) {
        return false;
    }
    puts("end");
    return true;
}

bool branch_run(const struct branch_request* request, size_t index, const struct branch_start* start, struct failure* failure) {
    const struct branch* branch = &request->branches[index];
    if (!branch_start_return(start, run.game, branch->shows || branch->sees_picture)) {
        return fail(failure, "mGBA refused its own state.");
    }
    run.request = request;
    run.branch = branch;
    run.key = branch->keys;
    run.frame = 0;
    run.end = branch->timeout ? -1 : branch->frames + branch->settle;
    *failure = (struct failure) {0};
    run.failure = failure;
    run.game->core->setKeys(run.game->core, 0);
    branch_script_begin(request, branch);
    if (!branch->timeout || branch_script_run("branchMark", &branch->conditions, failure)) {
        arrive();
    }
    const bool has_run = run_frames() && draw_unseen() && write_response(index);
    run.branch = NULL;
    return has_run;
}
