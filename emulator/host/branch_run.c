#include "branch_run.h"

#include "audience.h"
#include "branch_script.h"
#include "memory_hash.h"

#include <inttypes.h>
#include <stdio.h>

// Frames between two checks whether the output is still wanted; each check is a system call.
#define CHECK_FRAMES 8
// Frames between two snapshots, and so the most that run again for a picture.
#define SNAPSHOT_FRAMES 16

static struct {
    struct game* game;
    const struct branch_request* request;
    const struct branch* branch; // that runs; NULL: none
    size_t next_key; // the index in request->keys
    int64_t frame; // the number of frames that have run
    int64_t end; // the last frame; -1 while that depends on conditions
    bool is_counted; // whether on_frame_ended has counted the frame that runs
    struct failure* failure; // why the branch failed; empty if it did not
    bool is_replaying; // redraw_last_frame runs frames again
    struct {
        struct snapshot snapshot;
        int64_t frame;
        size_t next_key;
    } replay_start; // where redraw_last_frame begins: the latest snapshot, and `frame` and `next_key` when it was taken
} run;

static bool has_failed(void) {
    return *run.failure->sentence;
}

// Returns how many frames have run since the conditions were first checked; negative before that.
static int64_t frames_checked(void) {
    return run.frame - run.branch->frames;
}

// Checks the conditions, from frame branch->frames on. Sets run.end when they are decided or time out.
static void check_conditions(void) {
    const struct branch* branch = run.branch;
    const int64_t checked = frames_checked();
    if (checked < 0 || !branch_script_run(checked ? "branchFrame" : "branchBegin", &branch->conditions, run.failure)) {
        return;
    }
    if (branch_script_answer()->is_decided || checked >= branch->timeout) {
        run.end = run.frame + branch->settle;
    }
}

// Checks the conditions, and reads memory in the last frame. Called when a frame has ended, and before the first one.
static void check_frame(void) {
    if (run.end < 0) {
        check_conditions();
    }
    if (run.frame == run.end && run.branch->read_count && !has_failed()) {
        branch_script_run("branchRead", &run.branch->reads, run.failure);
    }
}

// Checks conditions in mGBA's callback, as scripts do in a running game; some events of the frame may come after it.
static void on_frame_ended(void* unused) {
    (void) unused;
    if (run.branch && !run.is_counted && !run.is_replaying) {
        run.is_counted = true;
        ++run.frame;
        check_frame();
    }
}

void branch_run_open(struct game* game) {
    run.game = game;
    struct mCoreCallbacks callbacks = {.videoFrameEnded = on_frame_ended};
    game->core->addCoreCallbacks(game->core, &callbacks);
}

void branch_run_close(void) {
    snapshot_free(&run.replay_start.snapshot);
}

// Returns whether the last frame is known only after it has run, although its picture is wanted: conditions end the branch, and no frames
// settle after them. If a condition needs pictures, those frames are drawn anyway.
static bool last_frame_is_unforeseen(void) {
    const struct branch* branch = run.branch;
    const bool ends_by_conditions = branch->timeout && !branch->settle;
    return ends_by_conditions && branch->shows && !branch->sees_picture;
}

// Returns whether the picture of the next frame may be needed.
static bool draws_next(void) {
    const struct branch* branch = run.branch;
    const int64_t next = run.frame + 1;
    if (run.end >= 0) {
        return branch->shows && next == run.end;
    }
    if (branch->sees_picture) {
        return next >= branch->frames;
    }
    // The frame of the first check is drawn at once: the first snapshot comes after it.
    return last_frame_is_unforeseen() && next == branch->frames;
}

// While conditions are checked, takes a snapshot every SNAPSHOT_FRAMES frames, from which redraw_last_frame runs the last frames again. So
// frames need not be drawn when they first run, which saves time. Returns false, with the reason, if there is no memory.
static bool mark_replay_start(void) {
    const int64_t checked = frames_checked();
    if (run.end >= 0 || !last_frame_is_unforeseen() || checked < 0 || checked % SNAPSHOT_FRAMES) {
        return true;
    }
    run.replay_start.frame = run.frame;
    run.replay_start.next_key = run.next_key;
    return snapshot_take(&run.replay_start.snapshot, run.game->core) || fail(run.failure, "Out of memory.");
}

// Sets the buttons of the next frame.
static void press_keys(void) {
    const struct branch_keys* keys = run.request->keys;
    struct mCore* core = run.game->core;
    for (; run.next_key < run.branch->keys_end && keys[run.next_key].frame <= run.frame; ++run.next_key) {
        core->setKeys(core, keys[run.next_key].mask);
    }
}

// Runs all frames. Returns false if it failed, or the output is no longer wanted.
static bool run_frames(void) {
    while (run.frame != run.end && !has_failed()) {
        if (run.frame % CHECK_FRAMES == 0 && audience_is_gone()) {
            run.request->input->is_abandoned = true;
            return false;
        }
        if (!mark_replay_start()) {
            return false;
        }
        press_keys();
        run.game->skips_drawing = !draws_next();
        run.is_counted = false;
        game_run_frame(run.game);
        // A Game Boy whose screen is off may have had no callback.
        on_frame_ended(NULL);
    }
    return !has_failed();
}

// Runs frames again from the latest snapshot to draw the last one, if it has not been drawn.
static bool redraw_last_frame(void) {
    // The frame of the first check was drawn, or is the start, whose picture is known.
    if (!last_frame_is_unforeseen() || !frames_checked()) {
        return true;
    }
    if (!snapshot_restore(&run.replay_start.snapshot, run.game->core)) {
        return fail(run.failure, "mGBA refused its own state.");
    }
    run.is_replaying = true;
    run.next_key = run.replay_start.next_key;
    for (run.frame = run.replay_start.frame; run.frame < run.end; ++run.frame) {
        press_keys();
        run.game->skips_drawing = run.frame + 1 < run.end;
        game_run_frame(run.game);
    }
    run.is_replaying = false;
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
    const size_t row_bytes = width * sizeof(*run.game->picture);
    printf("picture %u %u %zu\n", width, height, row_bytes * height);
    for (size_t y = 0; y < height; ++y) {
        fwrite(run.game->picture + y * run.game->width, 1, row_bytes, stdout);
    }
    putchar('\n');
}

// Writes the lines and bytes that the script has answered, and forgets them.
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
    run.next_key = branch->keys;
    run.frame = 0;
    run.end = branch->timeout ? -1 : branch->frames + branch->settle;
    *failure = (struct failure) {0};
    run.failure = failure;
    run.game->core->setKeys(run.game->core, 0);
    branch_script_begin(request, branch);
    if (!branch->timeout || branch_script_run("branchMark", &branch->conditions, failure)) {
        check_frame();
    }
    const bool has_run = run_frames() && redraw_last_frame() && write_response(index);
    run.branch = NULL;
    return has_run;
}
