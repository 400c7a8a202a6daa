#ifndef HOST_CHEAT_CODE_H
#define HOST_CHEAT_CODE_H

#include <mgba/flags.h>

#include <mgba/core/cheats.h>
#include <mgba/core/core.h>

#include <stdbool.h>
#include <stddef.h>

// The codes of cheats: a line each, whose forms differ by console and cheat device. mGBA parses them, and this checks what it doesn't.

enum cheat_type {
    CHEAT_TYPE_AUTO, CHEAT_TYPE_CODE_BREAKER, CHEAT_TYPE_GAME_SHARK, CHEAT_TYPE_GAME_SHARK_RAW, CHEAT_TYPE_ACTION_REPLAY,
    CHEAT_TYPE_ACTION_REPLAY_RAW, CHEAT_TYPE_VBA, CHEAT_TYPE_GAME_GENIE,
};

#define CHEAT_TYPES 8
#define CHEAT_LINE_MAX 17

// Returns the name of a type.
const char* cheat_type_name(enum cheat_type type);

// The lines of one cheat, one after the other.
struct cheat_codes {
    struct mCheatSet* set; // what they do; its ROM patches have the number of their line as segment
    enum mPlatform platform;
    enum cheat_type type;
    int lines; // so far
    int form;  // of the latest one
    char reason[128]; // why the latest one is refused: the rest of a sentence that begins with the line's name
};

// Begins with a set that has no lines. Returns false if the console has no such codes.
bool cheat_codes_begin(struct cheat_codes* codes, struct mCheatSet* set, enum mPlatform platform, enum cheat_type type);

// Adds a line. Returns false if it is not a code, with the reason in `reason`.
bool cheat_codes_add(struct cheat_codes* codes, const char* line);

// Returns false if the last line needs another one after it.
bool cheat_codes_end(struct cheat_codes* codes);

// Returns how often they write to memory in a frame at most.
size_t cheat_codes_writes(const struct cheat_codes* codes);

#endif
