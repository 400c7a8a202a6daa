#ifndef HOST_HISTORY_H
#define HOST_HISTORY_H

#include "failure.h"
#include "game.h"
#include "movie.h"
#include "recording.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What the game did: snapshots, and between them everything that came from outside. From that the machine of each frame can be computed
// again. Frames are counted from 0, the first one of the game, over resets and loads; a rewind counts back.

#define HISTORY_MINUTES_MAX 60
#define HISTORY_BYTES_MIN (1 << 20)
#define HISTORY_BYTES_MAX (1 << 30)

struct history_limits {
    int64_t minutes; // 0: there is no history
    int64_t bytes;   // of snapshots and acts, without the buffers of three snapshots
};

// Sets the limits for all games. Without a call there is no history.
void history_open(const struct history_limits* limits);

// Begins with a game whose console was just switched on, before the scripts see it. It must outlive the history. Also without a history
// mGBA's states are zeroed first, so that equal machines give equal states.
void history_enter(struct game* game);

// Forgets everything. Must be called before game_close.
void history_leave(void);

// Runs the game's next frame like game_run_frame, and remembers it.
void history_run_frame(struct game* game);

// Tells whether scripts run: only what they do is from outside. Returns whether they did before.
bool history_scripts_run(bool run);

bool history_scripts_are_running(void);

// Returns whether the machine is at work for the history itself, or for cheats, so that scripts must not see its events.
bool history_is_busy(void);

// Replaces the game's machine and history by a movie's (movie_reader.h), and runs its frames from the next one on: up to the frame `to` of
// the movie, 0: to its end. With `stops` it ends at the first difference (playing.h). Must be called between frames. Returns false, and
// changes nothing, if the movie isn't one of this game.
bool history_play_movie(const struct movie* movie, int64_t to, bool stops, struct failure* failure);

// Called when the game was reset between two frames. With `changed_save` the game sees other save memory than before.
void history_note_reset(bool changed_save);

// Returns what is remembered; NULL: there is no history.
struct recording* history_recording(void);

// Returns to just before a frame, so that the next history_run_frame runs it. Must be called between frames. Returns false, and changes
// nothing, if the recording doesn't reach the frame or there is no memory for it. Afterwards the keys are those of that time.
bool history_return_to(int64_t frame);

#endif
