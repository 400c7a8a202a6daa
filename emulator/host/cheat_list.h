#ifndef HOST_CHEAT_LIST_H
#define HOST_CHEAT_LIST_H

#include "cheat_code.h"

#include <mgba/flags.h>

#include <mgba/core/cheats.h>
#include <mgba/core/core.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The cheats of a game, parsed from text. Each one begins with a line "+ TYPE NAME", or "- TYPE NAME" if it is switched off; its codes
// follow, a line each. Each line ends with LF.

#define CHEATS_MAX 256
#define CHEATS_LINES_MAX 2048
#define CHEATS_BYTES_MAX 65536
#define CHEAT_NAME_MAX 192
// All cheats together, in a frame.
#define CHEATS_WRITES_MAX 65536

// Why a text is refused.
struct cheat_fault {
    int cheat; // its number, from 0
    int line;  // the number of its code; -1: it is about the cheat
    char reason[160]; // follows the name of the place
};

struct cheat_list {
    struct mCheatDevice* device; // creates the sets
    enum mPlatform platform;
    struct mCheatSet* sets[CHEATS_MAX];
    size_t count;
};

// Parses a text, which may have any bytes. Returns false, and an empty list, if it is wrong.
bool cheat_list_parse(struct cheat_list* list, enum mPlatform platform, const char* text, size_t size, struct cheat_fault* fault);

void cheat_list_free(struct cheat_list* list);

// Returns whether a text is one of cheats for a console.
bool cheat_list_accepts(enum mPlatform platform, const char* text, size_t size);

// Fills in a fault. Returns false.
__attribute__((format(printf, 4, 5))) bool cheat_fault_set(struct cheat_fault* fault, int cheat, int line, const char* format, ...);

#endif
