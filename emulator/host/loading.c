#include "loading.h"

#include "breakpoints.h"
#include "history.h"
#include "live_sound.h"
#include "logging.h"
#include "marks.h"
#include "notes.h"
#include "regular_file.h"

#include <mgba/script/macros.h>

#include <errno.h>
#include <string.h>

static struct scripting* scripts;
static struct game* current;
static struct pacing* paced;
static struct game next;
static struct failure problem; // of the latest load

static bool load_rom(const char* path) {
    loading_close();
    problem = (struct failure) {0};
    if (!game_prepare(&next, path, current->machine, &problem)) {
        loading_close();
        return false;
    }
    scripts->changes_game = true;
    return true;
}

mSCRIPT_BIND_FUNCTION(load_rom_binding, BOOL, load_rom, 1, CHARP, path);

static bool load_file(const char* path) {
    problem = (struct failure) {0};
    return game_load_rom(current, path, &problem);
}

mSCRIPT_BIND_FUNCTION(load_file_binding, BOOL, load_file, 1, CHARP, path);

static bool explain_save(bool is_loaded) {
    problem = (struct failure) {0};
    return is_loaded || (errno == EWOULDBLOCK && fail(&problem, "Another emulator uses the save file."));
}

static bool load_save(const char* path, bool temporary) {
    return explain_save(save_load_file(current->core, path, temporary));
}

mSCRIPT_BIND_FUNCTION(load_save_binding, BOOL, load_save, 2, CHARP, path, BOOL, temporary);

static bool autoload_save(void) {
    return explain_save(save_autoload(current->core, current->save_folder));
}

mSCRIPT_BIND_FUNCTION(autoload_save_binding, BOOL, autoload_save, 0);

// Shows the memory domains at once: a read of save memory whose kind is unknown would decide about it.
static int32_t set_save_kind(int32_t kind) {
    const int32_t before = save_set_kind(current->core, kind);
    if (game_was_changed(current)) {
        scripting_show_changed_game(scripts, current);
    }
    return before;
}

mSCRIPT_BIND_FUNCTION(set_save_kind_binding, S32, set_save_kind, 1, S32, kind);

mSCRIPT_BIND_FUNCTION(is_file_binding, BOOL, regular_file_exists, 1, CHARP, path);

static const char* text_of(const char* name) {
    const struct {
        const char* name;
        const char* text;
    } files[] = {
        {"rom", rom_name(current->rom)},
        {"save", current->save.path},
        {"saveProblem", current->save.problem.sentence},
        {"patch", current->patch.file},
        {"patchProblem", current->patch.problem},
        {"loadProblem", problem.sentence},
    };
    for (size_t i = 0; i < sizeof(files) / sizeof(*files); ++i) {
        if (!strcmp(files[i].name, name)) {
            return files[i].text;
        }
    }
    return "";
}

static struct mScriptValue* game_file(const char* name) {
    const char* text = text_of(name);
    return scripting_text(text, strlen(text));
}

mSCRIPT_BIND_FUNCTION(game_file_binding, WSTR, game_file, 1, CHARP, name);

void loading_open(struct scripting* scripting, struct game* game, struct pacing* pacing) {
    scripts = scripting;
    current = game;
    paced = pacing;
    scripting_export(scripting, "loadRom", &load_rom_binding);
    scripting_export(scripting, "loadFile", &load_file_binding);
    scripting_export(scripting, "loadSave", &load_save_binding);
    scripting_export(scripting, "autoloadSave", &autoload_save_binding);
    scripting_export(scripting, "setSaveKind", &set_save_kind_binding);
    scripting_export(scripting, "isFile", &is_file_binding);
    scripting_export(scripting, "gameFile", &game_file_binding);
}

void loading_finish(void) {
    if (!scripts || !scripts->changes_game) {
        return;
    }
    scripts->changes_game = false;
    scripting_leave_game(scripts);
    history_leave();
    live_sound_leave();
    breakpoints_leave();
    marks_clear();
    notes_clear();
    game_close(current);
    *current = next;
    next = (struct game) {0};
    if (!game_begin(current)) {
        mLogExplicit(&console_logger, 0, mLOG_WARN, "%s", current->save.problem.sentence);
    }
    history_enter(current);
    live_sound_enter();
    pacing_start(paced, current->core->frameCycles(current->core), current->core->frequency(current->core), paced->speed);
    scripting_enter_game(scripts, current);
}

void loading_close(void) {
    game_close(&next);
    next = (struct game) {0};
    if (scripts) {
        scripts->changes_game = false;
    }
}
