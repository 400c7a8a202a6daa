#ifndef HOST_SAVE_FILE_H
#define HOST_SAVE_FILE_H

#include <mgba-util/vfs.h>

// A save file that mGBA plays with in memory. mGBA itself maps the file, and then ends with SIGBUS once somebody cuts it short.

// Returns the file behind `descriptor`, which it owns, for core->loadSave. What changes in it reaches the disk when mGBA says so
// and in save_files_write. `path` is for the sentence about a write that failed. NULL: it can't be read, or there is no memory for it.
struct VFile* save_file_open(int descriptor, const char* path);

// Writes what has changed in all save files that are open. Cheap when nothing has.
void save_files_write(void);

#endif
