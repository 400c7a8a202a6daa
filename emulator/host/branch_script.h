#ifndef HOST_BRANCH_SCRIPT_H
#define HOST_BRANCH_SCRIPT_H

#include "branch_request.h"
#include "failure.h"
#include "game.h"
#include "scripting.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What the script does for a branch: it loads the state, looks at the conditions, and reads memory. The host triggers a callback for each,
// and the script answers by functions of `_host`:
//
//   branchLoad        branchState() returns the state
//   branchCheckUntil  parses branchUntil(): a line "FRAMES MODE TIMEOUT", then those of the conditions
//   branchCheckReads  parses branchReads()
//   branchMark        before the first frame: notes what changes are compared with
//   branchBegin       looks at the conditions first; branchDecide(met, held) ends it, with lines for the response
//   branchFrame       looks at them in the next frame
//   branchRead        answers each read with branchBytes(bytes, address) or branchNowhere()
//   branchKeep        saves the state: branchKeep(bytes)
//
// branchRefuse(line, sentence) ends the request; lines are counted from 0, the first one of the text.

#define BRANCH_READ_BYTES_MAX ((size_t) 16 << 20)

// What the script answered about a branch.
struct branch_answer {
    bool is_decided;
    bool is_met;
    char held[32 * BRANCH_CONDITIONS_MAX];
    char* bytes; // what the response has of it
    size_t size;
    size_t capacity;
};

// Exports the functions.
void branch_script_open(struct scripting* scripting, struct game* game);

// Returns whether the script has all callbacks.
bool branch_script_is_complete(void);

// Sets the request, and the branch that the next callbacks are about. Forgets the answer.
void branch_script_begin(const struct branch_request* request, const struct branch* branch);

// Triggers a callback. Returns false, with the reason, if the script refused. `part` is what its lines are counted in.
bool branch_script_run(const char* callback, const struct branch_part* part, struct failure* failure);

struct branch_answer* branch_script_answer(void);

void branch_script_close(void);

#endif
