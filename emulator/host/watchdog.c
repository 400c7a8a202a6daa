#include "watchdog.h"

#include <signal.h>
#include <stdbool.h>
#include <sys/time.h>
#include <unistd.h>

// Seconds; a frame takes milliseconds. The sentence tells it, too.
#define PATIENCE 5

static const char sentence[] =
    "mgba-host: mGBA used 5 seconds of processor time without finishing a frame. A damaged state can cause this.\n";

static volatile sig_atomic_t watched;
static volatile sig_atomic_t moved;

static void on_second(int number) {
    (void) number;
    static int seconds;
    if (!watched || moved) {
        moved = false;
        seconds = 0;
        return;
    }
    if (++seconds < PATIENCE) {
        return;
    }
    // Nothing else of the program may be called from here.
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

bool watchdog_watch(bool calculates) {
    const bool before = watched;
    watched = calculates;
    moved = true;
    return before;
}
