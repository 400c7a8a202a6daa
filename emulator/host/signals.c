#include "signals.h"

#include <mgba/script/macros.h>

#include <signal.h>
#include <stddef.h>
#include <time.h>

// SIGHUP means that the terminal was closed.
static const int ending[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT};
#define ENDING_COUNT (sizeof(ending) / sizeof(*ending))

static sigset_t handled;

// Returns whether the parent process, for example nohup, ignores the signal.
static bool is_ignored(int number) {
    struct sigaction now;
    return sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

void signals_block(void) {
    sigemptyset(&handled);
    sigaddset(&handled, SIGUSR1);
    sigaddset(&handled, SIGUSR2);
    for (size_t i = 0; i < ENDING_COUNT; ++i) {
        // Only an ignored SIGHUP stays ignored. A shell without job control starts background jobs with SIGINT ignored, but a SIGINT
        // that is sent anyway is intended.
        if (ending[i] != SIGHUP || !is_ignored(SIGHUP)) {
            sigaddset(&handled, ending[i]);
        }
    }
    sigprocmask(SIG_BLOCK, &handled, NULL);
    // A save file beyond the file size limit becomes a failed write instead of a crash.
    signal(SIGXFSZ, SIG_IGN);
    // If the parent process ignores SIGCHLD, this program could not wait for its own children.
    signal(SIGCHLD, SIG_DFL);
}

void signals_ignore_broken_pipes(bool ignore) {
    signal(SIGPIPE, ignore ? SIG_IGN : SIG_DFL);
}

bool signals_end_is_pending(void) {
    sigset_t pending;
    sigpending(&pending);
    for (size_t i = 0; i < ENDING_COUNT; ++i) {
        if (sigismember(&pending, ending[i]) == 1) {
            return true;
        }
    }
    return false;
}

static bool checked;

static bool is_ending(void) {
    checked = true;
    return signals_end_is_pending();
}

mSCRIPT_BIND_FUNCTION(is_ending_binding, BOOL, is_ending, 0);

void signals_open(struct scripting* scripting) {
    scripting_export(scripting, "isEnding", &is_ending_binding);
}

bool signals_were_checked(void) {
    const bool were = checked;
    checked = false;
    return were;
}

enum signal_request signals_take(bool wait) {
    const struct timespec longest = {wait ? 1 : 0, 0};
    switch (sigtimedwait(&handled, NULL, &longest)) {
    case SIGTERM:
    case SIGINT:
    case SIGHUP:
    case SIGQUIT:
        return SIGNAL_END;
    case SIGUSR1:
        return SIGNAL_TOGGLE_PAUSE;
    case SIGUSR2:
        return SIGNAL_RESUME;
    default:
        return SIGNAL_NONE;
    }
}
