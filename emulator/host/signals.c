#include "signals.h"

#include <mgba/script/macros.h>

#include <signal.h>
#include <stddef.h>
#include <time.h>

static sigset_t handled;

void signals_block(void) {
    sigemptyset(&handled);
    sigaddset(&handled, SIGTERM);
    sigaddset(&handled, SIGINT);
    sigaddset(&handled, SIGUSR1);
    sigprocmask(SIG_BLOCK, &handled, NULL);
    // mGBA sends on sockets without MSG_NOSIGNAL: a client that is gone must not end the emulator.
    signal(SIGPIPE, SIG_IGN);
}

static bool is_ending(void) {
    sigset_t pending;
    sigpending(&pending);
    return sigismember(&pending, SIGTERM) == 1 || sigismember(&pending, SIGINT) == 1;
}

mSCRIPT_BIND_FUNCTION(is_ending_binding, BOOL, is_ending, 0);

void signals_open(struct scripting* scripting) {
    scripting_export(scripting, "isEnding", &is_ending_binding);
}

enum signal_request signals_take(bool wait) {
    const struct timespec at_once = {0, 0};
    int number = wait ? sigwaitinfo(&handled, NULL) : sigtimedwait(&handled, NULL, &at_once);
    switch (number) {
    case SIGTERM:
    case SIGINT:
        return SIGNAL_END;
    case SIGUSR1:
        return SIGNAL_TOGGLE_PAUSE;
    default:
        return SIGNAL_NONE;
    }
}
