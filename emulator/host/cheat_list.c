#include "cheat_list.h"

#include <mgba/internal/gb/cheats.h>
#include <mgba/internal/gba/cheats.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// A sign, a type, a name, and spaces between them.
#define HEAD_MAX (2 + 16 + 1 + CHEAT_NAME_MAX)

struct parser {
    struct cheat_list* list;
    struct cheat_fault* fault;
    struct cheat_codes codes; // of the latest cheat
    int lines;
    size_t writes;
};

bool cheat_fault_set(struct cheat_fault* fault, int cheat, int line, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(fault->reason, sizeof(fault->reason), format, arguments);
    va_end(arguments);
    fault->cheat = cheat;
    fault->line = line;
    return false;
}

static int latest(const struct parser* parser) {
    return (int) parser->list->count - 1;
}

static bool refuse_cheat(struct parser* parser, const char* reason) {
    return cheat_fault_set(parser->fault, latest(parser), -1, "%s", reason);
}

// Ends the latest cheat.
static bool end_cheat(struct parser* parser) {
    struct cheat_codes* codes = &parser->codes;
    if (!codes->set) {
        return true;
    }
    if (!codes->lines) {
        return refuse_cheat(parser, "must have lines");
    }
    if (!cheat_codes_end(codes)) {
        return cheat_fault_set(parser->fault, latest(parser), codes->lines - 1, "%s", codes->reason);
    }
    parser->writes += cheat_codes_writes(codes);
    return parser->writes <= CHEATS_WRITES_MAX
        || refuse_cheat(parser, "must write less: all cheats together may write 65536 times in a frame");
}

// Returns the name behind the type in a head; NULL: that has none.
static const char* read_type(const char* head, enum cheat_type* type) {
    const char* text = head + 2;
    for (int i = 0; i < CHEAT_TYPES && head[1] == ' '; ++i) {
        const char* each = cheat_type_name((enum cheat_type) i);
        const size_t length = strlen(each);
        if (!strncmp(text, each, length) && text[length] == ' ') {
            *type = (enum cheat_type) i;
            return text + length + 1;
        }
    }
    return NULL;
}

static bool is_name(const char* name) {
    const size_t size = strlen(name);
    for (const char* c = name; *c; ++c) {
        if ((unsigned char) *c < ' ' || *c == '\x7F') {
            return false;
        }
    }
    return size >= 1 && size <= CHEAT_NAME_MAX && *name != ' ';
}

static bool is_taken(const struct parser* parser, const char* name) {
    for (size_t i = 0; i + 1 < parser->list->count; ++i) {
        if (!strcmp(parser->list->sets[i]->name, name)) {
            return true;
        }
    }
    return false;
}

static bool begin_cheat(struct parser* parser, const char* head) {
    struct cheat_list* list = parser->list;
    if (list->count == CHEATS_MAX) {
        return cheat_fault_set(parser->fault, CHEATS_MAX, -1, "is one too many: an emulator has at most 256 cheats");
    }
    enum cheat_type type;
    const char* name = read_type(head, &type);
    if (!name || !is_name(name)) {
        return cheat_fault_set(parser->fault, latest(parser) + 1, -1, "must have a type and a name of 1 to %d bytes", CHEAT_NAME_MAX);
    }
    struct mCheatSet* set = list->device->createSet(list->device, name);
    list->sets[list->count++] = set;
    set->enabled = *head == '+';
    // Only mGBA's own device, which this is not, may patch a breakpoint into the ROM.
    set->refresh = NULL;
    if (is_taken(parser, set->name)) {
        return refuse_cheat(parser, "must have a name of its own");
    }
    return cheat_codes_begin(&parser->codes, set, list->platform, type) || refuse_cheat(parser, parser->codes.reason);
}

static bool add_line(struct parser* parser, const char* line) {
    if (!parser->codes.set) {
        return cheat_fault_set(parser->fault, 0, -1, "must begin with its name");
    }
    if (++parser->lines > CHEATS_LINES_MAX) {
        return cheat_fault_set(parser->fault, latest(parser), parser->codes.lines,
                               "is one too many: all cheats together have at most 2048 lines");
    }
    return cheat_codes_add(&parser->codes, line)
        || cheat_fault_set(parser->fault, latest(parser), parser->codes.lines, "%s", parser->codes.reason);
}

// Copies the line at `text`, without its end, and returns what follows it; NULL: it has no end, is too long, or has a zero byte.
static const char* take_line(const char* text, size_t left, char* line) {
    const char* end = memchr(text, '\n', left);
    const size_t length = end ? (size_t) (end - text) : 0;
    if (!end || length > HEAD_MAX || memchr(text, '\0', length)) {
        return NULL;
    }
    memcpy(line, text, length);
    line[length] = '\0';
    return end + 1;
}

static bool parse(struct parser* parser, const char* text, size_t size) {
    const char* end = text + size;
    char line[HEAD_MAX + 1];
    while (text < end) {
        text = take_line(text, (size_t) (end - text), line);
        if (!text) {
            return parser->codes.set
                ? cheat_fault_set(parser->fault, latest(parser), parser->codes.lines, "must be a line of at most %d bytes", CHEAT_LINE_MAX)
                : cheat_fault_set(parser->fault, 0, -1, "must begin with its name");
        }
        const bool is_head = *line == '+' || *line == '-';
        const bool is_right = is_head ? end_cheat(parser) && begin_cheat(parser, line) : add_line(parser, line);
        if (!is_right) {
            return false;
        }
    }
    return end_cheat(parser);
}

bool cheat_list_parse(struct cheat_list* list, enum mPlatform platform, const char* text, size_t size, struct cheat_fault* fault) {
    *list = (struct cheat_list) {.platform = platform};
    if (size > CHEATS_BYTES_MAX) {
        return cheat_fault_set(fault, 0, -1, "must be shorter: all cheats together may have 65536 bytes");
    }
    list->device = platform == mPLATFORM_GBA ? GBACheatDeviceCreate() : GBCheatDeviceCreate();
    struct parser parser = {.list = list, .fault = fault};
    const bool is_parsed = parse(&parser, text, size);
    if (!is_parsed) {
        cheat_list_free(list);
    }
    return is_parsed;
}

void cheat_list_free(struct cheat_list* list) {
    for (size_t i = 0; i < list->count; ++i) {
        mCheatSetDeinit(list->sets[i]);
    }
    if (list->device) {
        mCheatDeviceDestroy(list->device);
    }
    *list = (struct cheat_list) {.platform = list->platform};
}

bool cheat_list_accepts(enum mPlatform platform, const char* text, size_t size) {
    struct cheat_list list;
    struct cheat_fault fault;
    const bool is_right = cheat_list_parse(&list, platform, text, size, &fault);
    cheat_list_free(&list);
    return is_right;
}
