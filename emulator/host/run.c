#include "run.h"

#include "clock.h"
#include "loading.h"
#include "save_file.h"
#include "signals.h"

#include <stdio.h>

// A callback that takes longer than any wait for requests, and any work.
#define LONG (40 * MILLISECOND)

// From a change of the save memory until it is in the file, at most; mGBA waits as long after a game's last write.
#define SAVE_FRAMES 15

// Who stays in a callback on purpose asks in it whether the program is to end. All else that takes so long is a stall of the machine.
static bool was_held(const struct scripting* scripting) {
    const bool asked = signals_were_asked();
    return asked && scripting->callback_time > LONG;
}

// False: the program was told to end. Returns only when the game may go on.
static bool obey_signals(struct pacing* pacing) {
    bool paused = false;
    do {
        switch (signals_take(paused)) {
        case SIGNAL_END:
            return false;
        case SIGNAL_TOGGLE_PAUSE:
            paused = !paused;
            save_files_write();
            puts(paused ? "Paused." : "Resumed.");
            pacing_rebase(pacing);
            break;
        case SIGNAL_NONE:
            break;
        }
    } while (paused);
    return true;
}

void run_game(struct game* game, struct scripting* scripting, struct idle* idle, struct pacing* pacing, uint64_t frames) {
    pacing_rebase(pacing);
    for (uint64_t done = 0; (!frames || done < frames) && obey_signals(pacing); ++done) {
        game_run_frame(game);
        if (done % SAVE_FRAMES == 0) {
            save_files_write();
        }
        if (was_held(scripting)) {
            pacing_forgive(pacing);
        }
        loading_finish();
        if (pacing->speed > 0) {
            idle_until(idle, scripting, pacing_next(pacing));
        }
        loading_finish();
        // Without idle this is as stock mGBA, which keeps the list of memory that it made for the game before.
        if (idle->open && game_was_changed(game)) {
            scripting_show_changed_game(scripting, game);
        }
    }
}
