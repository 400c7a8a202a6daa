#ifndef HOST_REGULAR_FILE_H
#define HOST_REGULAR_FILE_H

#include <mgba-util/vfs.h>

#include <stdbool.h>
#include <stddef.h>

// Files of the disk that others may have put there: only regular ones are opened, and opening never waits.

// Returns whether there is a regular file, or a link to one.
bool regular_file_exists(const char* path);

// Opens a regular file. -1: it can't be opened; regular_file_problem() says why.
int regular_file_open(const char* path, int flags);

// Returns why the latest regular_file_open failed.
const char* regular_file_problem(void);

// Returns a copy in memory of what `file` holds, and leaves `file` open. NULL: it can't be read, or there is no memory for it.
struct VFile* regular_file_copy(struct VFile* file);

#endif
