#ifndef HOST_SAVE_FILE_H
#define HOST_SAVE_FILE_H

#include <mgba-util/vfs.h>

// A save file with its content in memory. mGBA's own implementation maps the file, and crashes with SIGBUS if it is truncated.

// Locks a save file, so that no second emulator writes it, as long as it stays open. Takes ownership of `descriptor` and returns the one
// to use instead. Returns -1, with EWOULDBLOCK in errno, if another emulator has the lock.
int save_file_lock(int descriptor);

// Opens a save file for core->loadSave and takes ownership of `descriptor`. Changes are written when mGBA syncs and by
// save_files_write. `path` is used in error messages. Returns NULL if the file can't be read or memory runs out.
struct VFile* save_file_open(int descriptor, const char* path);

// Writes all open save files that changed.
void save_files_write(void);

#endif
