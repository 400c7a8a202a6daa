#ifndef HOST_LIVE_SOUND_H
#define HOST_LIVE_SOUND_H

#include "game.h"
#include "scripting.h"

// The sound of the running game. It is kept only while a script reads it, so that a game without a listener pays nothing.
//
// Exports `_host.readSound(from)`: the samples from the number `from` on that are still there, 16 bits each, left and right; then
// `_host.soundBegin()`, the number of the first of them. A number that no sample has yet reads from the present on, and one that is gone
// from the oldest sample on. `_host.setVolume(percent)` sets how loud they are, 0 to 100.
void live_sound_open(struct scripting* scripting, struct game* game);

// Called after each frame: stops keeping the sound if no script has read it for ten seconds.
void live_sound_count(void);

// Must be called before game_close.
void live_sound_leave(void);

// Must be called after game_begin. Goes on with a sound that was kept before live_sound_leave.
void live_sound_enter(void);

#endif
