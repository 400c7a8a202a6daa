#ifndef HOST_SCRIPTING_H
#define HOST_SCRIPTING_H

#include <mgba/flags.h>

#include <mgba/script/context.h>

#include "failure.h"
#include "game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// mGBA's Lua with what a script finds in mGBA's window: emu, callbacks, console, socket.
struct scripting {
    struct mScriptContext context;
    struct mScriptEngineContext* lua;
    struct mScriptValue* exports; // the table `_host`
    bool started;   // the scripts were told that the game began
    bool changes_game; // another game comes once the callback is over
    int64_t callback_time; // what the latest `frame` callback took, as in clock.h
    int32_t quiet_frames; // frames to come without `frame`
    char* reported; // the last error of a callback that was shown
};

// Gets the context, so that others can add to it before the scripts are loaded.
void scripting_init(struct scripting* scripting);

// Gives the scripts `function` as `_host.name`. `_host` is there only if something was exported.
void scripting_export(struct scripting* scripting, const char* name, const struct mScriptValue* function);

// Loads and runs the scripts, then tells them that the game begins: `start`, `reset`.
bool scripting_open(struct scripting* scripting, struct game* game, const char* const* scripts, size_t count,
                    struct failure* failure);

// Takes `emu` away from the scripts, telling them so as long as it is there: `shutdown`. Must come before game_close.
void scripting_leave_game(struct scripting* scripting);

// Gives the scripts another game and tells them so: `start`, `reset`.
void scripting_enter_game(struct scripting* scripting, struct game* game);

// The scripts leave the game and are gone. Must come before game_close. Wants scripting_init, not scripting_open.
void scripting_close(struct scripting* scripting);

// After a script has loaded another ROM into the core: gives the scripts another `emu`, whose memory is that of the new game.
void scripting_show_changed_game(struct scripting* scripting, struct game* game);

bool scripting_has(struct scripting* scripting, const char* callback);
void scripting_trigger(struct scripting* scripting, const char* callback);

#endif
