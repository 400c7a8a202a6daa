#include "cheat_code.h"

#include <mgba/internal/gb/cheats.h>
#include <mgba/internal/gb/memory.h>
#include <mgba/internal/gba/cheats.h>
#include <mgba/internal/gba/memory.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// libmgba exports these, but the package does not install their headers.
void GBACheatDecryptGameShark(uint32_t* first, uint32_t* second, const uint32_t* seeds);
void GBACheatSetGameSharkVersion(struct GBACheatSet* set, int version);
extern const uint32_t GBACheatGameSharkSeeds[4];

// How mGBA numbers the devices of a set's long lines; 0: it has not detected that yet.
enum { GAME_SHARK = 1, GAME_SHARK_RAW, ACTION_REPLAY, ACTION_REPLAY_RAW };

// The second half of a line that only names the game.
#define GAME_ID 0x001DC0DE

enum form {
    FORM_NONE,
    FORM_SHORT,        // XXXXXXXX XXXX
    FORM_LONG,         // XXXXXXXX XXXXXXXX
    FORM_GBA_VBA,      // XXXXXXXX:XX, with 2, 4 or 8 digits
    FORM_GAME_SHARK,   // XXXXXXXX
    FORM_CODE_BREAKER, // XXXXXX-XX
    FORM_GAME_GENIE,   // XXX-XXX or XXX-XXX-XXX
    FORM_GB_VBA,       // XXXX:XX
};

static const char* const names[CHEAT_TYPES] = {
    "auto", "codeBreaker", "gameShark", "gameSharkRaw", "actionReplay", "actionReplayRaw", "vba", "gameGenie",
};

const char* cheat_type_name(enum cheat_type type) {
    return names[type];
}

__attribute__((format(printf, 2, 3))) static bool refuse(struct cheat_codes* codes, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(codes->reason, sizeof(codes->reason), format, arguments);
    va_end(arguments);
    return false;
}

// Returns how many hexadecimal digits a text begins with.
static size_t hex_length(const char* text) {
    return strspn(text, "0123456789ABCDEFabcdef");
}

static bool ends_with_hex(const char* text, size_t count) {
    return hex_length(text) == count && !text[count];
}

static enum form gba_form(const char* line) {
    if (hex_length(line) != 8) {
        return FORM_NONE;
    }
    const char* rest = line + 9;
    if (line[8] == ' ') {
        return ends_with_hex(rest, 4) ? FORM_SHORT : ends_with_hex(rest, 8) ? FORM_LONG : FORM_NONE;
    }
    const bool is_vba = line[8] == ':' && (ends_with_hex(rest, 2) || ends_with_hex(rest, 4) || ends_with_hex(rest, 8));
    return is_vba ? FORM_GBA_VBA : FORM_NONE;
}

static enum form gb_form(const char* line) {
    const size_t count = hex_length(line);
    const char* rest = line + count + 1;
    switch (count) {
    case 8:
        return line[8] ? FORM_NONE : FORM_GAME_SHARK;
    case 6:
        return line[6] == '-' && ends_with_hex(rest, 2) ? FORM_CODE_BREAKER : FORM_NONE;
    case 4:
        return line[4] == ':' && ends_with_hex(rest, 2) ? FORM_GB_VBA : FORM_NONE;
    case 3:
        return line[3] == '-' && (ends_with_hex(rest, 3) || (hex_length(rest) == 3 && rest[3] == '-' && ends_with_hex(rest + 4, 3)))
            ? FORM_GAME_GENIE : FORM_NONE;
    default:
        return FORM_NONE;
    }
}

// Returns the form of a type's lines; FORM_NONE: the console has no such type, or `type` is CHEAT_TYPE_AUTO.
static enum form form_of(enum mPlatform platform, enum cheat_type type) {
    static const enum form gba[CHEAT_TYPES] = {
        [CHEAT_TYPE_CODE_BREAKER] = FORM_SHORT, [CHEAT_TYPE_GAME_SHARK] = FORM_LONG, [CHEAT_TYPE_GAME_SHARK_RAW] = FORM_LONG,
        [CHEAT_TYPE_ACTION_REPLAY] = FORM_LONG, [CHEAT_TYPE_ACTION_REPLAY_RAW] = FORM_LONG, [CHEAT_TYPE_VBA] = FORM_GBA_VBA,
    };
    static const enum form gb[CHEAT_TYPES] = {
        [CHEAT_TYPE_CODE_BREAKER] = FORM_CODE_BREAKER, [CHEAT_TYPE_GAME_SHARK] = FORM_GAME_SHARK, [CHEAT_TYPE_VBA] = FORM_GB_VBA,
        [CHEAT_TYPE_GAME_GENIE] = FORM_GAME_GENIE,
    };
    return (platform == mPLATFORM_GBA ? gba : gb)[type];
}

static int version_of(enum cheat_type type) {
    switch (type) {
    case CHEAT_TYPE_GAME_SHARK:
        return GAME_SHARK;
    case CHEAT_TYPE_GAME_SHARK_RAW:
        return GAME_SHARK_RAW;
    case CHEAT_TYPE_ACTION_REPLAY:
        return ACTION_REPLAY;
    case CHEAT_TYPE_ACTION_REPLAY_RAW:
        return ACTION_REPLAY_RAW;
    default:
        return 0;
    }
}

static struct GBACheatSet* gba_set(const struct cheat_codes* codes) {
    return codes->platform == mPLATFORM_GBA ? (struct GBACheatSet*) codes->set : NULL;
}

bool cheat_codes_begin(struct cheat_codes* codes, struct mCheatSet* set, enum mPlatform platform, enum cheat_type type) {
    *codes = (struct cheat_codes) {.set = set, .platform = platform, .type = type};
    if (type != CHEAT_TYPE_AUTO && !form_of(platform, type)) {
        return refuse(codes, "must be of another type: a %s has no %s codes", platform == mPLATFORM_GBA ? "GBA" : "Game Boy", names[type]);
    }
    if (gba_set(codes) && version_of(type)) {
        GBACheatSetGameSharkVersion(gba_set(codes), version_of(type));
    }
    return true;
}

// Returns whether the latest line is the first half of a code.
static bool is_half(const struct cheat_codes* codes) {
    const struct GBACheatSet* set = gba_set(codes);
    return set && (set->incompleteCheat != COMPLETE || set->incompletePatch);
}

static bool add_gba_vba(struct mCheatSet* set, const char* line) {
    const uint32_t address = (uint32_t) strtoul(line, NULL, 16);
    if (address < BASE_CART0 || address >= BASE_CART_SRAM) {
        return mCheatAddLine(set, line, GBA_CHEAT_VBA);
    }
    // An address in ROM: VisualBoyAdvance patches it; mGBA and a console would ignore the write.
    struct mCheatPatch* patch = mCheatPatchListAppend(&set->romPatches);
    *patch = (struct mCheatPatch) {
        .address = address, .value = (uint32_t) strtoul(line + 9, NULL, 16), .width = (int) hex_length(line + 9) / 2,
    };
    return true;
}

// Skips a line that only names the game, which mGBA's GameShark would execute as a write; its Action Replay skips such lines itself.
// Returns false for any other line.
static bool skip_game_id(struct GBACheatSet* set, enum cheat_type type, const char* line) {
    const int version = type == CHEAT_TYPE_AUTO ? set->gsaVersion : version_of(type);
    uint32_t first = (uint32_t) strtoul(line, NULL, 16);
    uint32_t second = (uint32_t) strtoul(line + 9, NULL, 16);
    if (version >= ACTION_REPLAY) {
        return false;
    }
    if (version != GAME_SHARK && second == GAME_ID) {
        // Both devices have this line, so without encryption it doesn't tell which one the next lines are for.
        return true;
    }
    if (version == GAME_SHARK_RAW) {
        return false;
    }
    GBACheatDecryptGameShark(&first, &second, version ? set->gsaSeeds : GBACheatGameSharkSeeds);
    if (second != GAME_ID) {
        return false;
    }
    if (!version) {
        GBACheatSetGameSharkVersion(set, GAME_SHARK);
    }
    return true;
}

static bool add_gba_long(struct cheat_codes* codes, const char* line) {
    if (!is_half(codes) && skip_game_id(gba_set(codes), codes->type, line)) {
        return true;
    }
    switch (codes->type) {
    case CHEAT_TYPE_GAME_SHARK:
    case CHEAT_TYPE_GAME_SHARK_RAW:
        return mCheatAddLine(codes->set, line, GBA_CHEAT_GAMESHARK);
    case CHEAT_TYPE_ACTION_REPLAY:
    case CHEAT_TYPE_ACTION_REPLAY_RAW:
        return mCheatAddLine(codes->set, line, GBA_CHEAT_PRO_ACTION_REPLAY);
    default:
        return mCheatAddLine(codes->set, line, GBA_CHEAT_AUTODETECT);
    }
}

static bool add_gba(struct cheat_codes* codes, const char* line, enum form form) {
    switch (form) {
    case FORM_GBA_VBA:
        return add_gba_vba(codes->set, line);
    case FORM_SHORT:
        return mCheatAddLine(codes->set, line, GBA_CHEAT_CODEBREAKER);
    default:
        return add_gba_long(codes, line);
    }
}

static bool add_gb(struct cheat_codes* codes, const char* line, enum form form) {
    char converted[9];
    switch (form) {
    case FORM_GAME_GENIE:
        return mCheatAddLine(codes->set, line, GB_CHEAT_GAME_GENIE);
    case FORM_GB_VBA:
        // mGBA 0.10 takes a part of the address for the value.
        snprintf(converted, sizeof(converted), "01%.2s%.2s%.2s", line + 5, line + 2, line);
        return mCheatAddLine(codes->set, converted, GB_CHEAT_GAMESHARK);
    case FORM_GAME_SHARK:
        return mCheatAddLine(codes->set, line, GB_CHEAT_GAMESHARK);
    default:
        // mGBA has no type for CodeBreaker, but detects its form.
        return mCheatAddLine(codes->set, line, GB_CHEAT_AUTODETECT);
    }
}

// Refuses an operation that an emulator can't run, and sets what mGBA leaves unset in others.
static bool accept_operation(struct cheat_codes* codes, struct mCheat* operation) {
    if (operation->type == CHEAT_IF_BUTTON) {
        return refuse(codes, "needs the button of the cheat device, which an emulator lacks");
    }
    if (operation->type == CHEAT_IF_NAND) {
        operation->negativeRepeat = 0;
    }
    const int width = operation->width;
    return operation->type == CHEAT_NEVER || width == 1 || width == 2 || width == 4 || refuse(codes, "has a width that no memory has");
}

// Gives a patch the number of its line, and refuses one outside of the ROM.
static bool accept_patch(struct cheat_codes* codes, struct mCheatPatch* patch) {
    patch->segment = codes->lines;
    if (codes->platform == mPLATFORM_GB && patch->address >= GB_BASE_VRAM) {
        return refuse(codes, "changes 0x%04X, which is no ROM (0x0000 to 0x7FFF)", (unsigned) patch->address);
    }
    return true;
}

bool cheat_codes_add(struct cheat_codes* codes, const char* line) {
    const bool is_gba = codes->platform == mPLATFORM_GBA;
    const enum form form = is_gba ? gba_form(line) : gb_form(line);
    const enum form wanted = form_of(codes->platform, codes->type);
    const bool is_half_before = is_half(codes);
    if (is_half_before && form != (enum form) codes->form) {
        return refuse(codes, "must be the rest of the code that the line before begins");
    }
    size_t operation = mCheatListSize(&codes->set->list);
    size_t patch = mCheatPatchListSize(&codes->set->romPatches);
    const bool is_added = form && (!wanted || form == wanted) && (is_gba ? add_gba(codes, line, form) : add_gb(codes, line, form));
    if (!is_added) {
        const char* console = is_gba ? "GBA" : "Game Boy";
        return codes->type == CHEAT_TYPE_AUTO ? refuse(codes, "must be a code of the %s", console)
                                              : refuse(codes, "must be a %s code of the %s", names[codes->type], console);
    }
    for (; operation < mCheatListSize(&codes->set->list); ++operation) {
        if (!accept_operation(codes, mCheatListGetPointer(&codes->set->list, operation))) {
            return false;
        }
    }
    for (; patch < mCheatPatchListSize(&codes->set->romPatches); ++patch) {
        if (!accept_patch(codes, mCheatPatchListGetPointer(&codes->set->romPatches, patch))) {
            return false;
        }
    }
    codes->form = (int) form;
    ++codes->lines;
    return true;
}

bool cheat_codes_end(struct cheat_codes* codes) {
    const struct GBACheatSet* set = gba_set(codes);
    if (is_half(codes)) {
        return refuse(codes, "must be followed by the rest of its code");
    }
    return !set || set->currentBlock == COMPLETE || refuse(codes, "must be followed by the end of its conditions (00000000 40000000)");
}

// mGBA's enum has the operations that write before the conditions.
static bool is_write(const struct mCheat* operation) {
    return operation->type <= CHEAT_OR;
}

size_t cheat_codes_writes(const struct cheat_codes* codes) {
    size_t count = 0;
    for (size_t i = 0; i < mCheatListSize(&codes->set->list); ++i) {
        const struct mCheat* operation = mCheatListGetConstPointer(&codes->set->list, i);
        count += is_write(operation) ? operation->repeat : 0;
    }
    return count;
}
