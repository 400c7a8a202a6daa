#ifndef HOST_LOGGING_H
#define HOST_LOGGING_H

#include <mgba/flags.h>

#include <mgba/core/log.h>

// Writes mGBA's own warnings and errors to stderr.
extern struct mLogger emulator_logger;

// The scripts' console: writes `log` to stdout, `warn` and `error` to stderr, one line per call.
extern struct mLogger console_logger;

#endif
