#ifndef HOST_ARCHIVE_H
#define HOST_ARCHIVE_H

#include "failure.h"

#include <stdbool.h>

// Returns whether a file begins like an archive that mGBA can unpack: ZIP or 7z.
bool archive_is(int file);

// Writes the first game in the archive at `path` to the file descriptor `result`. Called in a process of its own (worker.h).
bool archive_unpack(const char* path, int result, struct failure* reason);

#endif
