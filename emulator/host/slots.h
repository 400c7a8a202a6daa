#ifndef HOST_SLOTS_H
#define HOST_SLOTS_H

#include "failure.h"
#include "game.h"
#include "scripting.h"

// Exports the files of mGBA's state slots, because mGBA loads them without validation. Their names and folder are those of mGBA's window.
// `_host.readSlot(slot)` returns the file's content, or an empty string unless it is a regular file of up to 2 MiB.
// `_host.writeSlot(slot, state)` replaces the file atomically and returns whether that succeeded. `game` must outlive the scripts.
bool slots_open(struct scripting* scripting, const struct game* game, struct failure* failure);
void slots_close(void);

#endif
