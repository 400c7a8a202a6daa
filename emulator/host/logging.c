#include "logging.h"

#include "failure.h"

#include <stdarg.h>
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

static void log_emulator(struct mLogger* logger, int category, enum mLogLevel level, const char* format,
                         va_list arguments) {
    (void) logger;
    // The rest tells about the game, many times a frame: stubs, debugging, each DMA, what the game does wrong.
    const unsigned worth_telling = mLOG_FATAL | mLOG_ERROR | mLOG_WARN;
    if (level & worth_telling) {
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
