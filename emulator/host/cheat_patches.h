#ifndef HOST_CHEAT_PATCHES_H
#define HOST_CHEAT_PATCHES_H

#include "cheat_list.h"

#include <mgba/flags.h>

#include <mgba/core/core.h>

#include <stdbool.h>

// What cheats change in ROM. mGBA's own patches are applied one bank at a time, and not always undone.

// Returns false if one of the patches is beyond the end of the ROM.
bool cheat_patches_fit(const struct mCore* core, const struct cheat_list* list, struct cheat_fault* fault);

// Changes the ROM as the cheats that are switched on want it. They must fit. Their sets then have no patches any more, so that mGBA doesn't
// apply them.
void cheat_patches_apply(struct mCore* core, struct cheat_list* list);

// Restores the ROM.
void cheat_patches_undo(struct mCore* core);

// Forgets what the ROM was, because it is gone.
void cheat_patches_forget(void);

#endif
