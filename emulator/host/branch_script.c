#include "branch_script.h"

#include <mgba/script/macros.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Room for the lines of a branch's reads, besides their bytes.
#define LINES_MAX ((size_t) 64 << 10)
// Max bytes of the answer's buffer that is kept for the next branch.
#define KEPT_MAX ((size_t) 1 << 20)

static struct scripting* scripts;
static struct game* current;
static const struct branch_request* request;
static const struct branch* branch;
static const struct branch_part* part; // has the lines that the script parses in the callback that runs
static struct branch_answer answer;
static struct failure* problem; // of the callback that runs; NULL: none runs
static bool is_refused;

// Returns the bytes of a part to the script.
static struct mScriptValue* part_of(const struct branch_part* wanted) {
    return request ? scripting_text(branch_request_bytes(request, wanted), wanted->size) : scripting_text("", 0);
}

static struct mScriptValue* get_state(void) {
    return request ? part_of(&request->load) : scripting_text("", 0);
}

static struct mScriptValue* get_until(void) {
    static char text[64 + (BRANCH_LINE_MAX + 1) * BRANCH_CONDITIONS_MAX];
    if (!branch || !branch->timeout) {
        return scripting_text("", 0);
    }
    const struct branch_part* lines = &branch->conditions;
    const int length = snprintf(text, 64, "%" PRId64 " %s %" PRId64 "\n", branch->frames, branch->needs_all ? "all" : "any",
                                branch->timeout);
    memcpy(text + length, branch_request_bytes(request, lines), lines->size);
    return scripting_text(text, (size_t) length + lines->size);
}

static struct mScriptValue* get_reads(void) {
    return branch ? part_of(&branch->reads) : scripting_text("", 0);
}

static void decide(bool is_met, struct mScriptString* held) {
    answer.is_decided = true;
    answer.is_met = is_met;
    const size_t size = held->size < sizeof(answer.held) ? held->size : sizeof(answer.held) - 1;
    memcpy(answer.held, size ? held->buffer : "", size);
    answer.held[size] = '\0';
}

static void refuse(int32_t line, struct mScriptString* sentence) {
    if (is_refused || !problem) {
        return;
    }
    is_refused = true;
    const int64_t first = part && part->size ? part->line : 1;
    fail(problem, "line %" PRId64 ": %.*s", first + line, (int) (sentence->size < 900 ? sentence->size : 900),
         sentence->size ? sentence->buffer : "");
}

static bool reserve(size_t more) {
    if (more > BRANCH_READ_BYTES_MAX + LINES_MAX - answer.size) {
        return false;
    }
    if (answer.capacity - answer.size >= more) {
        return true;
    }
    const size_t capacity = 2 * (answer.size + more);
    char* bytes = realloc(answer.bytes, capacity);
    if (bytes) {
        answer.bytes = bytes;
        answer.capacity = capacity;
    }
    return bytes;
}

// Adds bytes to the answer, between two texts.
static void add_read(const char* head, const char* bytes, size_t size, const char* tail) {
    const size_t head_size = strlen(head), tail_size = strlen(tail);
    if (!reserve(head_size + size + tail_size)) {
        is_refused = true;
        fail(problem, "There is no memory for the bytes of the reads.");
        return;
    }
    memcpy(answer.bytes + answer.size, head, head_size);
    memcpy(answer.bytes + answer.size + head_size, bytes, size);
    memcpy(answer.bytes + answer.size + head_size + size, tail, tail_size);
    answer.size += head_size + size + tail_size;
}

// Adds a line with a word, an address, if there is one, and the number of bytes; then the bytes.
static void add_sized(const char* word, const struct mScriptString* bytes, const struct mScriptString* address) {
    char head[48];
    const int digits = address && address->size < 16 ? (int) address->size : 0;
    snprintf(head, sizeof(head), "%s%s%.*s %zu\n", word, digits ? " " : "", digits, digits ? address->buffer : "", bytes->size);
    add_read(head, bytes->size ? bytes->buffer : "", bytes->size, "\n");
}

static void add_bytes(struct mScriptString* bytes, struct mScriptString* address) {
    add_sized("bytes", bytes, address);
}

static void add_state(struct mScriptString* state) {
    add_sized("state", state, NULL);
}

static void add_nowhere(void) {
    add_read("nowhere\n", "", 0, "");
}

mSCRIPT_BIND_FUNCTION(state_binding, WSTR, get_state, 0);
mSCRIPT_BIND_FUNCTION(until_binding, WSTR, get_until, 0);
mSCRIPT_BIND_FUNCTION(reads_binding, WSTR, get_reads, 0);
mSCRIPT_BIND_VOID_FUNCTION(decide_binding, decide, 2, BOOL, is_met, STR, held);
mSCRIPT_BIND_VOID_FUNCTION(refuse_binding, refuse, 2, S32, line, STR, sentence);
mSCRIPT_BIND_VOID_FUNCTION(bytes_binding, add_bytes, 2, STR, bytes, STR, address);
mSCRIPT_BIND_VOID_FUNCTION(keep_binding, add_state, 1, STR, state);
mSCRIPT_BIND_VOID_FUNCTION(nowhere_binding, add_nowhere, 0);

void branch_script_open(struct scripting* scripting, struct game* game) {
    scripts = scripting;
    current = game;
    scripting_export(scripting, "branchState", &state_binding);
    scripting_export(scripting, "branchUntil", &until_binding);
    scripting_export(scripting, "branchReads", &reads_binding);
    scripting_export(scripting, "branchDecide", &decide_binding);
    scripting_export(scripting, "branchRefuse", &refuse_binding);
    scripting_export(scripting, "branchBytes", &bytes_binding);
    scripting_export(scripting, "branchKeep", &keep_binding);
    scripting_export(scripting, "branchNowhere", &nowhere_binding);
}

bool branch_script_is_complete(void) {
    static const char* const callbacks[] = {
        "branchLoad", "branchCheckUntil", "branchCheckReads", "branchMark", "branchBegin", "branchFrame", "branchRead", "branchKeep",
    };
    for (size_t i = 0; i < sizeof(callbacks) / sizeof(*callbacks); ++i) {
        if (!scripting_has(scripts, callbacks[i])) {
            return false;
        }
    }
    return true;
}

void branch_script_begin(const struct branch_request* new_request, const struct branch* new_branch) {
    request = new_request;
    branch = new_branch;
    answer.is_decided = answer.is_met = false;
    *answer.held = '\0';
    answer.size = 0;
    if (answer.capacity > KEPT_MAX) {
        free(answer.bytes);
        answer.bytes = NULL;
        answer.capacity = 0;
    }
}

bool branch_script_run(const char* callback, const struct branch_part* lines, struct failure* failure) {
    if (game_was_changed(current)) {
        scripting_show_changed_game(scripts, current);
    }
    part = lines;
    problem = failure;
    is_refused = false;
    scripting_trigger(scripts, callback);
    problem = NULL;
    return !is_refused;
}

struct branch_answer* branch_script_answer(void) {
    return &answer;
}

void branch_script_close(void) {
    free(answer.bytes);
    answer = (struct branch_answer) {0};
}
