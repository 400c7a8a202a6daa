#ifndef HOST_SCRIPTING_H
#define HOST_SCRIPTING_H

#include <mgba/flags.h>

#include <mgba/script/context.h>

#include "failure.h"
#include "game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// mGBA's Lua with the globals of mGBA's window: emu, callbacks, console, socket.
struct scripting {
    struct mScriptContext context;
    struct mScriptEngineContext* lua;
    struct mScriptValue* exports; // the table `_host`
    bool started;   // `start` was triggered for this game
    bool changes_game; // another game replaces this one after the callback
    bool resets_game; // the game is reset after the callback
    bool rewinds_game; // the game returns to an earlier frame after the callback
    bool plays_movie; // a movie begins after the callback
    int64_t callback_time; // duration of the latest `frame` callback, as in clock.h
    int32_t quiet_frames; // the number of next frames without `frame`
    char* reported; // the last logged error of a callback
};

// Creates the context, so that functions can be exported before the scripts are loaded.
void scripting_init(struct scripting* scripting);

// Returns bytes as the result of an exported function. They must stay until mGBA has copied them to Lua. It is one static value, because
// mGBA never frees a value without a reference count.
struct mScriptValue* scripting_text(const void* bytes, size_t size);

// Exports `function` to the scripts as `_host.name`. `_host` exists only if something was exported.
void scripting_export(struct scripting* scripting, const char* name, const struct mScriptValue* function);

// Loads and runs the scripts, then triggers `start` and `reset`.
bool scripting_open(struct scripting* scripting, struct game* game, const char* const* scripts, size_t count,
                    struct failure* failure);

// Triggers `shutdown`, then removes `emu` from the scripts. Must be called before game_close.
void scripting_leave_game(struct scripting* scripting);

// Sets `emu` to another game, then triggers `start` and `reset`.
void scripting_enter_game(struct scripting* scripting, struct game* game);

// Leaves the game and closes the scripts. Must be called after scripting_init and before game_close.
void scripting_close(struct scripting* scripting);

// Recreates `emu` after a script loaded another ROM into the core, so that it has the new game's memory.
void scripting_show_changed_game(struct scripting* scripting, struct game* game);

bool scripting_has(struct scripting* scripting, const char* callback);
void scripting_trigger(struct scripting* scripting, const char* callback);

#endif
