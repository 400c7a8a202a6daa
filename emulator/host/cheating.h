#ifndef HOST_CHEATING_H
#define HOST_CHEATING_H

#include "scripting.h"

// Exports the cheats of the game, as text (cheat_list.h).
// `_host.cheats()` returns it.
// `_host.setCheats(text)` replaces all, and returns "". If the text is wrong, nothing changes, and it returns "CHEAT LINE REASON": the
// numbers of the cheat and of its code, which is -1 if it is about the cheat, and what follows its name in a sentence.
void cheating_open(struct scripting* scripting);

#endif
