#include "change.h"

#include "bell.h"
#include "clock.h"
#include "gate.h"
#include "starts.h"

#include <signal.h>
#include <sys/wait.h>

enum phase { PHASE_NONE, PHASE_TRY, PHASE_CLOSED, PHASE_INQUIRE };

static struct {
    enum phase phase;
    struct vector_parts* parts;
    uint32_t number; // of the start or the game
    pid_t process;   // that tries a state
    int64_t end;     // of its time
    bool sets_reads;
    struct read_list reads;
} change;

static void begin(struct vector_parts* parts, enum phase phase, uint32_t number) {
    change.parts = parts;
    change.phase = phase;
    change.number = number;
    change.sets_reads = false;
    if (phase == PHASE_CLOSED) {
        gate_close(parts->shared);
    }
}

void change_start(struct vector_parts* parts, uint32_t start, const uint8_t* state, size_t size) {
    if (!size) {
        starts_write_power_on(parts);
        begin(parts, PHASE_CLOSED, start);
        return;
    }
    begin(parts, PHASE_TRY, start);
    change.process = starts_write_state(parts, state, size);
    change.end = clock_now() + parts->settings.timeout * MILLISECOND;
}

void change_reads(struct vector_parts* parts, const struct read_list* reads) {
    begin(parts, PHASE_CLOSED, 0);
    change.sets_reads = true;
    change.reads = *reads;
}

void change_inquire(struct vector_parts* parts, uint32_t game, enum inquiry inquiry) {
    begin(parts, PHASE_INQUIRE, game);
    parts->shared->result.size = 0;
    atomic_store(&parts->shared->workers[game].inquiry, inquiry);
}

static enum change_result end(enum change_result result) {
    change.phase = PHASE_NONE;
    return result;
}

static enum change_result finish_try(struct failure* failure) {
    if (change.process < 0) {
        fail(failure, "The system can't start another process.");
        return end(CHANGE_FAILED);
    }
    int status;
    if (waitpid(change.process, &status, WNOHANG) <= 0) {
        if (clock_now() < change.end) {
            return CHANGE_RUNS;
        }
        kill(change.process, SIGKILL);
        waitpid(change.process, &status, 0);
    }
    if (!starts_accept(status, failure)) {
        return end(CHANGE_FAILED);
    }
    begin(change.parts, PHASE_CLOSED, change.number);
    return CHANGE_RUNS;
}

static enum change_result finish_closed(void) {
    struct vector_shared* shared = change.parts->shared;
    if (!gate_is_quiet(shared, change.parts->settings.count)) {
        return CHANGE_RUNS;
    }
    if (change.sets_reads) {
        shared->reads = change.reads;
    } else {
        starts_replace(change.parts, change.number);
    }
    gate_open(shared);
    return end(CHANGE_DONE);
}

static enum change_result finish_inquiry(struct failure* failure) {
    struct vector_shared* shared = change.parts->shared;
    if (atomic_load(&shared->workers[change.number].inquiry) != INQUIRY_NONE) {
        // At each call: the worker may have looked just before the inquiry was set.
        bell_wake(&change.parts->block, change.number);
        return CHANGE_RUNS;
    }
    if (!shared->result.size) {
        fail(failure, "Game %u gave no answer; it may have died.", change.number);
        return end(CHANGE_FAILED);
    }
    return end(CHANGE_DONE);
}

enum change_result change_continue(struct failure* failure) {
    switch (change.phase) {
    case PHASE_TRY:
        return finish_try(failure);
    case PHASE_CLOSED:
        return finish_closed();
    case PHASE_INQUIRE:
        return finish_inquiry(failure);
    default:
        return CHANGE_DONE;
    }
}

bool change_is_running(void) {
    return change.phase != PHASE_NONE;
}
