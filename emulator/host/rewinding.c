#include "rewinding.h"

#include "history.h"
#include "marks.h"
#include "notes.h"

#include <mgba/script/macros.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define LINE_MAX_BYTES (MARK_NAME_MAX + 32)
#define NOTE_LINE_MAX_BYTES (NOTE_BYTES_MAX + 32)

static struct scripting* scripts;
static int64_t wanted = -1;

// One static value for all results: mGBA copies the text to Lua, and never frees a value without a reference count.
static struct mScriptValue* describe(void) {
    static char buffer[(MARKS_MAX + 2) * LINE_MAX_BYTES];
    static struct mScriptString text = {.buffer = buffer};
    static struct mScriptValue value = {.refs = mSCRIPT_VALUE_UNREF, .value.string = &text};
    value.type = mSCRIPT_TYPE_MS_STR;
    struct recording* recording = history_recording();
    // Without memory for it a later game may have no history, although the first one had.
    if (!recording) {
        text.size = 0;
        return &value;
    }
    const struct recording_range range = recording_range(recording);
    marks_keep(range.from, range.to);
    size_t size = (size_t) snprintf(buffer, sizeof(buffer), "%" PRId64 " %" PRId64 " %" PRId64 " %zu", range.from, range.now, range.to,
                                    recording_bytes(recording));
    const struct moment* hashed = recording_hashed(recording);
    size += (size_t) (hashed ? snprintf(buffer + size, sizeof(buffer) - size, " %" PRId64 " %016" PRIx64, hashed->frame,
                                      memory_hash_total(&hashed->hash))
                             : snprintf(buffer + size, sizeof(buffer) - size, " - -"));
    const struct mark* marks;
    const int count = marks_list(&marks);
    for (int i = 0; i < count; ++i) {
        size += (size_t) snprintf(buffer + size, sizeof(buffer) - size, "\n%" PRId64 " %s", marks[i].frame, marks[i].name);
    }
    text.size = size;
    return &value;
}

static bool mark(const char* name, int64_t frame) {
    struct recording* recording = history_recording();
    if (!recording) {
        return false;
    }
    const struct recording_range range = recording_range(recording);
    marks_keep(range.from, range.to);
    return frame >= range.from && frame <= range.now && marks_set(name, frame);
}

// Returns the frame of the note; -1: the text is not one line, or is too long.
static int64_t note(struct mScriptString* text) {
    const struct recording* recording = history_recording();
    if (!recording) {
        return -1;
    }
    const struct recording_range range = recording_range(recording);
    notes_keep(range.from, range.to);
    return notes_add(text->buffer, text->size, range.now) ? range.now : -1;
}

static struct mScriptValue* list_notes(void) {
    static char buffer[NOTES_MAX * NOTE_LINE_MAX_BYTES + 1];
    static struct mScriptString text = {.buffer = buffer};
    static struct mScriptValue value = {.refs = mSCRIPT_VALUE_UNREF, .value.string = &text};
    value.type = mSCRIPT_TYPE_MS_STR;
    text.size = 0;
    const struct recording* recording = history_recording();
    if (recording) {
        const struct recording_range range = recording_range(recording);
        notes_keep(range.from, range.to);
        const struct note* notes;
        const int count = notes_list(&notes);
        for (int i = 0; i < count; ++i) {
            text.size += (size_t) snprintf(buffer + text.size, sizeof(buffer) - text.size, "%" PRId64 " %s\n", notes[i].frame,
                                           notes[i].text);
        }
    }
    return &value;
}

static bool reaches(int64_t frame) {
    const struct recording* recording = history_recording();
    return recording && recording_find(recording, frame);
}

static bool rewind_to(int64_t frame) {
    if (!reaches(frame)) {
        return false;
    }
    wanted = frame;
    scripts->rewinds_game = true;
    return true;
}

mSCRIPT_BIND_FUNCTION(describe_binding, WSTR, describe, 0);
mSCRIPT_BIND_FUNCTION(mark_binding, BOOL, mark, 2, CHARP, name, S64, frame);
mSCRIPT_BIND_FUNCTION(note_binding, S64, note, 1, STR, text);
mSCRIPT_BIND_FUNCTION(notes_binding, WSTR, list_notes, 0);
mSCRIPT_BIND_FUNCTION(reaches_binding, BOOL, reaches, 1, S64, frame);
mSCRIPT_BIND_FUNCTION(rewind_binding, BOOL, rewind_to, 1, S64, frame);

void rewinding_open(struct scripting* scripting) {
    if (!history_recording()) {
        return;
    }
    scripts = scripting;
    scripting_export(scripting, "history", &describe_binding);
    scripting_export(scripting, "markHistory", &mark_binding);
    scripting_export(scripting, "addNote", &note_binding);
    scripting_export(scripting, "notes", &notes_binding);
    scripting_export(scripting, "reachesFrame", &reaches_binding);
    scripting_export(scripting, "rewind", &rewind_binding);
}

bool rewinding_finish(void) {
    if (!scripts || !scripts->rewinds_game) {
        return false;
    }
    scripts->rewinds_game = false;
    // Its callback shows the scripts that the frame number has jumped.
    scripts->quiet_frames = 0;
    return history_return_to(wanted);
}
