#ifndef HOST_REGULAR_FILE_H
#define HOST_REGULAR_FILE_H

#include <mgba-util/vfs.h>

#include <stdbool.h>
#include <stddef.h>

// Opens untrusted files: only regular files, and never blocks.

// Returns whether `path` is a regular file or a link to one.
bool regular_file_exists(const char* path);

// Opens a regular file. Returns -1 on failure; regular_file_problem() returns the reason.
int regular_file_open(const char* path, int flags);

// Returns why the latest regular_file_open failed.
const char* regular_file_problem(void);

// Copies the content of `file` into memory and leaves `file` open. Returns NULL if it can't be read or memory runs out.
struct VFile* regular_file_copy(struct VFile* file);

// Writes all bytes at the file's position. Returns false if the system can't, or `bytes` is NULL.
bool regular_file_write(int file, const void* bytes, size_t size);

#endif
