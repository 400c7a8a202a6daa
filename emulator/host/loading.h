#ifndef HOST_LOADING_H
#define HOST_LOADING_H

#include "game.h"
#include "pacing.h"
#include "scripting.h"

#include <stdbool.h>

// Another game in the place of the one that runs, asked for by a script: `_host.loadRom(path)`. It says whether mGBA takes the
// file; if not, nothing has changed. The game comes in a core of its own once the script's callback is over, so a game of any
// console can follow. The scripts see what they see in mGBA's window: `shutdown`, another `emu`, `start`, `reset`.
//
// What a script loads into the core that runs goes through the host, too, since mGBA would map the file and wait for a FIFO:
// `_host.loadFile(path)` as mGBA's `emu:loadFile`, `_host.loadSave(path, temporary)` as `emu:loadSaveFile`, `_host.autoloadSave()` as
// `emu:autoloadSave`. `_host.isFile(path)` tells whether there is a regular file.
//
// `_host.gameFile(name)` tells of the files of the game that runs, and is empty for what there is not: `rom` its name, `save` the
// path of the save, `saveProblem` why it can't be written, `patch` the name of the patch, `patchProblem` why it was not applied.
void loading_open(struct scripting* scripting, struct game* game, struct pacing* pacing);

// Puts the next game in place, if a script has asked for one; outside of callbacks.
void loading_finish(void);

// Forgets a game that was asked for and never came.
void loading_close(void);

#endif
