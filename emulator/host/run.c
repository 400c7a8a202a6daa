#include "run.h"

#include "clock.h"
#include "expiry.h"
#include "history.h"
#include "live_sound.h"
#include "loading.h"
#include "messages.h"
#include "movies.h"
#include "resetting.h"
#include "rewinding.h"
#include "save_file.h"
#include "signals.h"
#include "stops.h"

#include <stdio.h>

// Longer than any wait for requests in a callback.
#define CALLBACK_MAX (40 * MILLISECOND)

// Max frames from a change of the save memory to its write. mGBA waits as long after a game's last write.
#define SAVE_FRAMES 15

// Returns whether a script held the game in a callback. Such a script calls `_host.isEnding`; any other long callback is a stall,
// whose time the pacing makes up for.
static bool was_held(const struct scripting* scripting) {
    const bool was_checked = signals_were_checked();
    return was_checked && scripting->callback_time > CALLBACK_MAX;
}

static void set_paused(bool* paused, bool pause, struct pacing* pacing) {
    if (*paused == pause) {
        return;
    }
    *paused = pause;
    save_files_write();
    puts(pause ? "Paused." : "Resumed.");
    pacing_rebase(pacing);
}

// Handles pending signals; blocks while paused. Returns false if the program has to end.
static bool handle_signals(struct pacing* pacing) {
    bool paused = false;
    do {
        switch (signals_take(paused)) {
        case SIGNAL_END:
            return false;
        case SIGNAL_TOGGLE_PAUSE:
            set_paused(&paused, !paused, pacing);
            break;
        case SIGNAL_RESUME:
            set_paused(&paused, false, pacing);
            break;
        case SIGNAL_NONE:
            break;
        }
    } while (paused && !expiry_is_over());
    return !expiry_is_over();
}

// Resets or rewinds the game, or begins a movie, if a script has asked for it, and returns whether it did. Then the next frame is due at
// once.
static bool finish_moves(void) {
    return resetting_finish() || rewinding_finish() || movies_finish();
}

void run_game(struct game* game, struct scripting* scripting, struct idle* idle, struct pacing* pacing, int64_t frames) {
    pacing_rebase(pacing);
    for (int64_t done = 0; (!frames || done < frames) && handle_signals(pacing); ++done) {
        messages_pass_frame();
        history_run_frame(game);
        live_sound_count();
        if (done % SAVE_FRAMES == 0) {
            save_files_write();
        }
        if (was_held(scripting) || stops_take_stopped()) {
            pacing_drop_lag(pacing);
        }
        loading_finish();
        if (!finish_moves() && pacing->speed > 0) {
            // A script may ask for more in `idle`.
            idle_until(idle, scripting, pacing_next(pacing));
            loading_finish();
            finish_moves();
        }
        // Not with --no-idle: stock mGBA keeps the memory list of the previous game.
        if (idle->open && game_was_changed(game)) {
            scripting_show_changed_game(scripting, game);
        }
    }
}
