#include "resetting.h"

#include "history.h"
#include "save.h"

#include <mgba/script/macros.h>

static struct scripting* scripts;
static struct game* current;

static void reset_game(void) {
    scripts->resets_game = true;
}

mSCRIPT_BIND_VOID_FUNCTION(reset_game_binding, reset_game, 0);

void resetting_open(struct scripting* scripting, struct game* game) {
    scripts = scripting;
    current = game;
    scripting_export(scripting, "resetGame", &reset_game_binding);
}

// The console starts in the middle of frame 0, so the scripts see the game first in frame 1.
static void run_first_frame(void) {
    const int32_t quiet_frames = scripts->quiet_frames;
    scripts->quiet_frames = 1;
    history_run_frame(current);
    scripts->quiet_frames = quiet_frames;
}

bool resetting_finish(void) {
    if (!scripts || !scripts->resets_game) {
        return false;
    }
    scripts->resets_game = false;
    const bool changes_save = save_is_masked(current->core);
    game_reset(current);
    history_note_reset(changes_save);
    // Before any script runs: with a domain of save memory whose kind is unknown again, it would decide about that kind.
    if (game_was_changed(current)) {
        scripting_show_changed_game(scripts, current);
    }
    scripting_trigger(scripts, "reset");
    run_first_frame();
    return true;
}
