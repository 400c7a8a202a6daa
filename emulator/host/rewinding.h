#ifndef HOST_REWINDING_H
#define HOST_REWINDING_H

#include "scripting.h"

#include <stdbool.h>

// Exports the history, if there is one: `_host.history()` returns a line of the first frame, the present one, the last one, the bytes, and
// frame and value of the latest hash of the memory, or two hyphens; then a line for each mark: frame, space, name.
// `_host.markHistory(name, frame)` marks a frame up to the present one, and takes the name from an earlier mark; false: the frame is not
// there, or there are MARKS_MAX marks.
// `_host.addNote(text)` puts a line of text at the present frame, and returns the frame; -1: it is not a line of 1 to NOTE_BYTES_MAX bytes.
// `_host.notes()` returns a line for each note: frame, space, text.
// `_host.reachesFrame(frame)` returns whether a frame can be returned to. `_host.rewind(frame)` returns to it once the script's callback
// has ended. Then the callback of that frame follows. The keys are those of that time until a script presses others. `rewind` returns
// false, and does nothing, if the frame can't be returned to.
void rewinding_open(struct scripting* scripting);

// Returns to a frame if a script has asked for it, and returns whether it did. Then the next frame is due at once.
bool rewinding_finish(void);

#endif
