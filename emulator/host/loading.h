#ifndef HOST_LOADING_H
#define HOST_LOADING_H

#include "game.h"
#include "pacing.h"
#include "scripting.h"

#include <stdbool.h>

// Exports `_host.loadRom(path)`: replaces the running game after the current callback. The new game gets its own core, so it may be
// for another console. As in mGBA's window, scripts see `shutdown`, a new `emu`, `start`, `reset`. Returns false, and changes
// nothing, if mGBA can't play the file.
//
// Also exports safe versions of functions that load into the running core, because mGBA would map the file or block on a FIFO:
// `_host.loadFile(path)` for `emu:loadFile`, `_host.loadSave(path, temporary)` for `emu:loadSaveFile`, `_host.autoloadSave()` for
// `emu:autoloadSave`. `_host.isFile(path)` returns whether a regular file exists. `_host.setSaveKind(kind)` is save_set_kind (save.h).
//
// `_host.gameFile(name)` describes the running game's files; the result is empty if there is none: `rom` is the file's name, `save`
// the save's path, `saveProblem` why it can't be written, `patch` the patch's name, `patchProblem` why it was not applied. `loadProblem`
// is why the latest of these loads failed.
void loading_open(struct scripting* scripting, struct game* game, struct pacing* pacing);

// Switches to the next game if a script has requested one. Must not be called inside a callback.
void loading_finish(void);

// Discards a requested game that was not switched to.
void loading_close(void);

#endif
