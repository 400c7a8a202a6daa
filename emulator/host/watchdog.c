#include "watchdog.h"

#include <signal.h>
#include <stdbool.h>
#include <sys/time.h>
#include <unistd.h>

// Seconds; a frame takes milliseconds. The sentence below repeats the number.
#define LIMIT 5

static const char sentence[] =
    "mgba-host: mGBA used 5 seconds of processor time without finishing a frame. A damaged state or ROM can cause this.\n";

static volatile sig_atomic_t watched;
static volatile sig_atomic_t progressed;

static void on_second(int number) {
    (void) number;
    static int seconds;
    if (!watched || progressed) {
        progressed = false;
        seconds = 0;
        return;
    }
    if (++seconds < LIMIT) {
        return;
    }
    // Only async-signal-safe functions may be called here.
    const ssize_t written = write(STDERR_FILENO, sentence, sizeof(sentence) - 1);
    (void) written;
    _exit(EXIT_STUCK);
}

void watchdog_open(void) {
    struct sigaction action = {.sa_handler = on_second, .sa_flags = SA_RESTART};
    sigaction(SIGPROF, &action, NULL);
    const struct itimerval second = {.it_interval = {.tv_sec = 1}, .it_value = {.tv_sec = 1}};
    setitimer(ITIMER_PROF, &second, NULL);
}

bool watchdog_watch(bool in_core) {
    const bool before = watched;
    watched = in_core;
    progressed = true;
    return before;
}
