#ifndef HOST_PATCH_H
#define HOST_PATCH_H

#include "failure.h"

#include <stdbool.h>

// A game's soft patch: like mGBA's window, the first existing file with the game's name and .ups, .ips or .bps.
struct patch {
    char file[256];    // its name; empty if there is none
    char problem[256]; // why it was not applied; empty if it was
};

// Opens the patch of the ROM at `path`, and sets its name. Returns -1 if there is none.
int patch_open(const char* path, struct patch* patch);

// Writes the patched ROM to `result`. Called in a process of its own (worker.h).
bool patch_apply(int rom, int patch, int result, struct failure* reason);

#endif
