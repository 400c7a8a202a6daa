#include "scripting.h"

#include "clock.h"
#include "history.h"
#include "logging.h"
#include "text_buffer.h"
#include "watchdog.h"

#include <mgba/core/scripting.h>
#include <mgba-util/table.h>
#include <mgba-util/vfs.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// mGBA 0.10.1 ignores errors in callbacks. Logs an error once, not in every frame.
static void report_error(struct scripting* scripting) {
    const char* error = scripting->lua->getError(scripting->lua);
    if (!error || (scripting->reported && !strcmp(error, scripting->reported))) {
        return;
    }
    free(scripting->reported);
    scripting->reported = strdup(error);
    mLogExplicit(&console_logger, 0, mLOG_ERROR, "Error in a callback: %s", error);
}

void scripting_trigger(struct scripting* scripting, const char* callback) {
    if (history_is_busy()) {
        return;
    }
    const bool was_watching = watchdog_watch(false);
    const bool scripts_ran = history_scripts_run(true);
    mScriptContextTriggerCallback(&scripting->context, callback);
    history_scripts_run(scripts_ran);
    watchdog_watch(was_watching);
    report_error(scripting);
}

bool scripting_has(struct scripting* scripting, const char* callback) {
    struct mScriptValue* functions = HashTableLookup(&scripting->context.callbacks, callback);
    if (!functions) {
        return false;
    }
    for (size_t i = 0; i < mScriptListSize(functions->value.list); ++i) {
        // A removed callback leaves an entry without a type.
        if (mScriptListGetPointer(functions->value.list, i)->type) {
            return true;
        }
    }
    return false;
}

// The core's events, with the callback names of mGBA's window.
static void on_frame(void* context) {
    struct scripting* scripting = context;
    if (history_is_busy()) {
        return;
    }
    if (scripting->quiet_frames > 0) {
        --scripting->quiet_frames;
        scripting->callback_time = 0;
        return;
    }
    const int64_t begin = clock_now();
    scripting_trigger(scripting, "frame");
    scripting->callback_time = clock_now() - begin;
}

static void on_crash(void* scripting) {
    scripting_trigger(scripting, "crashed");
}

static void on_sleep(void* scripting) {
    scripting_trigger(scripting, "sleep");
}

static void on_power_off(void* scripting) {
    scripting_trigger(scripting, "stop");
}

static void on_keys_read(void* scripting) {
    scripting_trigger(scripting, "keysRead");
}

static void on_save_updated(void* scripting) {
    scripting_trigger(scripting, "savedataUpdated");
}

static void on_alarm(void* scripting) {
    scripting_trigger(scripting, "alarm");
}

static void attach(struct scripting* scripting, struct game* game) {
    mScriptContextAttachCore(&scripting->context, game->core);
    struct mCoreCallbacks callbacks = {
        .context = scripting,
        .videoFrameEnded = on_frame,
        .coreCrashed = on_crash,
        .sleep = on_sleep,
        .shutdown = on_power_off,
        .keysRead = on_keys_read,
        .savedataUpdated = on_save_updated,
        .alarm = on_alarm,
    };
    game->core->addCoreCallbacks(game->core, &callbacks);
}

void scripting_show_changed_game(struct scripting* scripting, struct game* game) {
    mScriptContextDetachCore(&scripting->context);
    mScriptContextAttachCore(&scripting->context, game->core);
}

static bool run(struct scripting* scripting, const char* script, struct failure* failure) {
    // The path becomes the chunk's name. It is absolute, because a script finds its own folder by it.
    char* path = realpath(script, NULL);
    struct VFile* file = path ? VFileOpen(path, O_RDONLY) : NULL;
    if (!file) {
        fail(failure, "The script %s can't be read: %s.", script, path ? "it is not a readable file" : strerror(errno));
        free(path);
        return false;
    }
    struct mScriptEngineContext* lua = scripting->lua;
    bool ok = lua->load(lua, path, file) && lua->run(lua);
    if (!ok) {
        const char* error = lua->getError(lua);
        fail(failure, "The script %s failed: %s", script, error ? error : "Lua gave no reason.");
    }
    file->close(file);
    free(path);
    return ok;
}

void scripting_init(struct scripting* scripting) {
    *scripting = (struct scripting) {0};
    struct mScriptContext* context = &scripting->context;
    mScriptContextInit(context);
    mScriptContextAttachStdlib(context);
    mScriptContextAttachSocket(context);
    mScriptContextRegisterEngines(context);
    mScriptContextAttachLogger(context, &console_logger);
    mScriptContextSetTextBufferFactory(context, text_buffer_create, NULL);
    scripting->lua = HashTableLookup(&context->engines, "lua");
}

struct mScriptValue* scripting_text(const void* bytes, size_t size) {
    static struct mScriptString text;
    static struct mScriptValue value = {.refs = mSCRIPT_VALUE_UNREF, .value.string = &text};
    value.type = mSCRIPT_TYPE_MS_STR;
    text.buffer = (char*) bytes;
    text.size = size;
    return &value;
}

void scripting_export(struct scripting* scripting, const char* name, const struct mScriptValue* function) {
    if (!scripting->exports) {
        scripting->exports = mScriptValueAlloc(mSCRIPT_TYPE_MS_TABLE);
        mScriptContextSetGlobal(&scripting->context, "_host", scripting->exports);
    }
    struct mScriptValue* key = mScriptStringCreateFromUTF8(name);
    // The cast is safe: a binding is never changed, and it has no reference count.
    mScriptTableInsert(scripting->exports, key, (struct mScriptValue*) function);
    mScriptValueDeref(key);
}

static void trigger_start(struct scripting* scripting) {
    scripting->started = true;
    scripting_trigger(scripting, "start");
    scripting_trigger(scripting, "reset");
}

bool scripting_open(struct scripting* scripting, struct game* game, const char* const* scripts, size_t count,
                    struct failure* failure) {
    if (!scripting->lua) {
        return fail(failure, "This libmgba was built without Lua.");
    }

    attach(scripting, game);
    for (size_t i = 0; i < count; ++i) {
        if (!run(scripting, scripts[i], failure)) {
            return false;
        }
    }
    trigger_start(scripting);
    return true;
}

void scripting_enter_game(struct scripting* scripting, struct game* game) {
    attach(scripting, game);
    trigger_start(scripting);
}

void scripting_leave_game(struct scripting* scripting) {
    if (scripting->started) {
        scripting_trigger(scripting, "shutdown");
    }
    scripting->started = false;
    scripting->resets_game = scripting->rewinds_game = scripting->plays_movie = false;
    scripting->quiet_frames = 0;
    mScriptContextDetachCore(&scripting->context);
}

void scripting_close(struct scripting* scripting) {
    scripting_leave_game(scripting);
    mScriptContextDeinit(&scripting->context);
    free(scripting->reported);
}
