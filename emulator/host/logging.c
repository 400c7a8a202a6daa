#include "logging.h"

#include "clock.h"
#include "failure.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((format(printf, 3, 0)))
static void write_line(FILE* stream, const char* prefix, const char* format, va_list arguments) {
    char* text;
    if (vasprintf(&text, format, arguments) < 0) {
        return;
    }
    flatten(text);
    fprintf(stream, "%s%s\n", prefix, text);
    free(text);
}

// A game that crashed can make mGBA log a million lines per second.
#define LINES_PER_SECOND 20

static bool is_within_limit(void) {
    static int64_t second;
    static int lines;
    int64_t now = clock_now() / SECOND;
    if (now != second) {
        second = now;
        lines = 0;
    }
    if (lines > LINES_PER_SECOND) {
        return false;
    }
    if (lines++ == LINES_PER_SECOND) {
        fputs("mGBA: more than 20 messages in a second; the others are dropped.\n", stderr);
        return false;
    }
    return true;
}

static void log_emulator(struct mLogger* logger, int category, enum mLogLevel level, const char* format,
                         va_list arguments) {
    (void) logger;
    // The other levels log details of the game many times a frame, for example each DMA.
    const unsigned logged_levels = mLOG_FATAL | mLOG_ERROR | mLOG_WARN;
    if ((level & logged_levels) && is_within_limit()) {
        char prefix[64];
        snprintf(prefix, sizeof(prefix), "mGBA, %s: ", mLogCategoryName(category));
        write_line(stderr, prefix, format, arguments);
    }
}

static void log_console(struct mLogger* logger, int category, enum mLogLevel level, const char* format,
                        va_list arguments) {
    (void) logger;
    (void) category;
    write_line(level & (mLOG_WARN | mLOG_ERROR) ? stderr : stdout, "", format, arguments);
}

struct mLogger emulator_logger = {.log = log_emulator};
struct mLogger console_logger = {.log = log_console};
