#ifndef HOST_SLOTS_H
#define HOST_SLOTS_H

#include "failure.h"
#include "game.h"
#include "scripting.h"

// The files of mGBA's slots, beside the game's save and named as mGBA's window names them, for the scripts: mGBA loads what is in them
// unchecked. `_host.readSlot(slot)` is what the slot's file holds, and empty where there is no regular file of up to 2 MiB.
// `_host.writeSlot(slot, state)` replaces the file as a whole, and tells whether it could. `game` must outlive the scripts.
bool slots_open(struct scripting* scripting, const struct game* game, struct failure* failure);
void slots_close(void);

#endif
