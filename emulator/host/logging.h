#ifndef HOST_LOGGING_H
#define HOST_LOGGING_H

#include <mgba/flags.h>

#include <mgba/core/log.h>

// What mGBA itself has to say: warnings and errors, to stderr.
extern struct mLogger emulator_logger;

// The scripts' console: `log` to stdout, `warn` and `error` to stderr. One call is one line.
extern struct mLogger console_logger;

#endif
