#ifndef HOST_WORKER_H
#define HOST_WORKER_H

#include "failure.h"

#include <stdbool.h>

// Reads untrusted archives and patches in another process of this program, because they can make mGBA take all memory, loop or crash.
// That process has limits of memory and time, and none of this program's other files and sockets.

// What a job reads: the archive or the ROM, and the patch; -1 for none.
struct worker_files {
    int rom;
    int patch;
};

// Runs a job and waits for its end. Returns a descriptor of a file in memory with the ROM; -1 and the reason, without a full stop, if the
// job failed. Waits no longer once this program has to end.
int worker_unpack(struct worker_files files, struct failure* reason);
int worker_patch(struct worker_files files, struct failure* reason);

// Returns whether the program was started to do a job.
bool worker_is_job(int argc, char** argv);

// Does the job. Returns the exit code.
int worker_main(const char* job);

#endif
