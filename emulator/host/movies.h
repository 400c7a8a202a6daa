#ifndef HOST_MOVIES_H
#define HOST_MOVIES_H

#include "scripting.h"

#include <stdbool.h>

// Exports movies, if there is a history:
// `_host.writeMovie(from, to)` writes the frames of the history; it returns "ID SIZE FROM CLOCK", or "!" and a sentence.
// `_host.readMovie(id, offset)` returns at most 1 MiB of it; nothing if another one was written since, or at the end.
// `_host.sendMovie(offset, total, bytes)` takes the next piece of a movie, and `_host.playMovie(to, stops)` plays that up to its frame `to`
// (0: to its end) once the callback has returned; both return a sentence if they can't. `_host.movieResult()` returns
// "STATE PLAYED CHECKED AFTER BEFORE REGIONS" and, for the state "refused", a line break and a sentence; the other states are none,
// playing, equal, differs and interrupted. `_host.stopMovie()` ends it.
void movies_open(struct scripting* scripting, struct game* game);

// Begins to play a movie if a script has asked for it, and returns whether it did. Then the next frame is due at once.
bool movies_finish(void);

void movies_close(void);

#endif
