#include "starts.h"

#include "snapshot.h"

#include <mgba/core/serialize.h>
#include <mgba/internal/gb/gb.h>
#include <mgba/internal/gba/gba.h>
#include <mgba/internal/gba/serialize.h>
#include <mgba-util/memory.h>
#include <mgba-util/vfs.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define EXIT_REFUSED 2
// Seconds of processor time.
#define PROCESSOR_MAX 5
// Frames until the first callback: a Game Boy's screen may be off at first.
#define CALLBACK_FRAMES 60
// Frames that a state must survive.
#define TRIAL_FRAMES 2

static struct snapshot switched_on;

static struct {
    struct mCore* core;
    const uint8_t* bytes;
    size_t size;
    bool is_done;
    struct failure problem; // empty if there is none
} loading; // in the process of starts_write_state

static bool write_slot(struct vector_shared* shared, const struct snapshot* snapshot, struct failure* failure) {
    const uint32_t slot = shared->starts.spare;
    if (snapshot->size > START_BYTES_MAX) {
        return fail(failure, "The game's state has more than %zu bytes.", START_BYTES_MAX);
    }
    memcpy(vector_shared_slot(slot), snapshot->bytes, snapshot->size);
    shared->starts.sizes[slot] = snapshot->size;
    return true;
}

bool starts_open(struct vector_parts* parts, struct failure* failure) {
    if (!snapshot_take(&switched_on, parts->game.core)) {
        return fail(failure, "Out of memory.");
    }
    if (!write_slot(parts->shared, &switched_on, failure)) {
        return false;
    }
    starts_replace(parts, 0);
    return true;
}

void starts_write_power_on(struct vector_parts* parts) {
    struct failure unused;
    write_slot(parts->shared, &switched_on, &unused);
}

// mGBA would move larger save memory, and keep using the old address.
static bool restore_save(struct mCore* core, struct mStateExtdata* attached, struct failure* failure) {
    struct mStateExtdataItem save;
    if (!mStateExtdataGet(attached, EXTDATA_SAVEDATA, &save)) {
        return true;
    }
    void* own = NULL;
    const size_t own_size = core->savedataClone(core, &own);
    free(own);
    if (core->platform(core) == mPLATFORM_GB && (size_t) save.size > own_size) {
        return fail(failure, "The state has %d bytes of save memory; this game has %zu.", (int) save.size, own_size);
    }
    core->savedataRestore(core, save.data, (size_t) save.size, true);
    return true;
}

static bool load(struct mCore* core, struct VFile* file, struct failure* failure) {
    struct mStateExtdata attached;
    mStateExtdataInit(&attached);
    void* state = mCoreExtractState(core, file, &attached);
    if (state && core->platform(core) == mPLATFORM_GBA) {
        // Otherwise mGBA may close the save file when the kind changes.
        save_set_kind(core, ((const struct GBASerializedState*) state)->savedata.type);
    }
    const bool is_accepted = state && core->loadState(core, state);
    const bool is_loaded = is_accepted ? restore_save(core, &attached, failure)
                                       : fail(failure, "mGBA refused the state: it is damaged or of another game.");
    if (state) {
        mappedMemoryFree(state, core->stateSize(core));
    }
    mStateExtdataDeinit(&attached);
    return is_loaded;
}

// mGBA counts the frame after its callback.
static void uncount_frame(struct mCore* core) {
    if (core->platform(core) == mPLATFORM_GBA) {
        --((struct GBA*) core->board)->video.frameCounter;
    } else {
        --((struct GB*) core->board)->video.frameCounter;
    }
}

static void on_frame_ended(void* unused) {
    (void) unused;
    if (loading.is_done) {
        return;
    }
    loading.is_done = true;
    struct VFile* file = VFileMemChunk(loading.bytes, loading.size);
    if (!file) {
        fail(&loading.problem, "Out of memory.");
    } else if (load(loading.core, file, &loading.problem)) {
        uncount_frame(loading.core);
    }
    if (file) {
        file->close(file);
    }
}

// A state that is loaded between two frames would shift mGBA's next event, so it is loaded in a callback, as scripts do.
static bool try_state(struct vector_parts* parts, struct failure* failure) {
    struct game* game = &parts->game;
    struct mCoreCallbacks callbacks = {.videoFrameEnded = on_frame_ended};
    game->core->addCoreCallbacks(game->core, &callbacks);
    game->skips_drawing = true;
    for (int i = 0; i < CALLBACK_FRAMES && !loading.is_done; ++i) {
        game_run_frame(game);
    }
    if (!loading.is_done || *loading.problem.sentence) {
        return fail(failure, "%s", loading.is_done ? loading.problem.sentence : "The game draws no picture in its first second.");
    }
    game->core->setKeys(game->core, 0);
    struct snapshot snapshot = {0};
    if (!snapshot_take(&snapshot, game->core) || !write_slot(parts->shared, &snapshot, failure)) {
        return false;
    }
    for (int i = 0; i < TRIAL_FRAMES; ++i) {
        game_run_frame(game);
    }
    return true;
}

pid_t starts_write_state(struct vector_parts* parts, const uint8_t* state, size_t size) {
    const pid_t process = fork();
    if (process) {
        return process;
    }
    work_detach(parts);
    setrlimit(RLIMIT_CPU, &(struct rlimit) {PROCESSOR_MAX, PROCESSOR_MAX});
    loading.core = parts->game.core;
    loading.bytes = state;
    loading.size = size;
    struct failure failure = {0};
    const bool is_written = try_state(parts, &failure);
    snprintf((char*) vector_shared_result(), sizeof(failure.sentence), "%s", failure.sentence);
    _exit(is_written ? 0 : EXIT_REFUSED);
}

bool starts_accept(int status, struct failure* failure) {
    if (WIFEXITED(status) && !WEXITSTATUS(status)) {
        return true;
    }
    const bool is_refused = WIFEXITED(status) && WEXITSTATUS(status) == EXIT_REFUSED;
    return fail(failure, "%s", is_refused ? (const char*) vector_shared_result() : "mGBA can't run this state: it is damaged.");
}

void starts_replace(struct vector_parts* parts, uint32_t start) {
    struct start_slots* starts = &parts->shared->starts;
    const uint32_t before = starts->slot_of[start];
    starts->slot_of[start] = starts->spare;
    starts->spare = before;
    ++starts->editions[start];
}
