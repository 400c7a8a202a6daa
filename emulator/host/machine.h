#ifndef HOST_MACHINE_H
#define HOST_MACHINE_H

#include <mgba/flags.h>

#include <mgba/core/core.h>

#include "failure.h"

#include <stdbool.h>
#include <stdint.h>

// What the user chose about the console. It applies to each game that is loaded.
struct machine {
    const char* save_dir; // NULL: beside the ROM
    const char* model;    // one that machine_accepts_model accepts; NULL: mGBA chooses
    const char* bios;     // a file; NULL: none, and its functions are emulated
    bool saves_nothing;   // the save memory begins erased, and is lost in the end
    bool filters_opposing; // the game doesn't see Left with Right, nor Up with Down
    int64_t clock;        // seconds since 1970 in the first frame, which then advance with the frames; -1: the system's clock
};

bool machine_accepts_model(const char* model);

// Has the core run the BIOS at each reset, if there is one. Must be called after the ROM is loaded. Fails if the file is no BIOS.
bool machine_load_bios(const struct machine* machine, struct mCore* core, struct failure* failure);

// Applies the settings to a core after its init. Fails if the game in `rom` can't run on the model.
bool machine_configure(const struct machine* machine, struct mCore* core, struct VFile* rom, struct failure* failure);

#endif
