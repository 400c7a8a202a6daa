#ifndef HOST_BRANCH_SCRIPT_H
#define HOST_BRANCH_SCRIPT_H

#include "branch_request.h"
#include "failure.h"
#include "game.h"
#include "scripting.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What the script does for a branch: it loads the state, checks the conditions, reads memory, and saves the state. The host triggers a
// callback for each, and the script answers by calling functions of `_host`:
//
//   branchLoad        branchState() returns the state
//   branchCheckUntil  parses branchUntil(): a line "FRAMES MODE TIMEOUT", then those of the conditions
//   branchCheckReads  parses branchReads()
//   branchMark        before the first frame: notes the values and the picture that changes are compared with
//   branchBegin       checks the conditions for the first time; branchDecide(met, held) ends the checks, with lines for the response
//   branchFrame       checks them in the next frame
//   branchRead        answers each read with branchBytes(bytes, address) or branchNowhere()
//   branchKeep        saves the state: branchKeep(bytes)
//
// branchRefuse(line, sentence) ends the request: the number of the line in the text that the script parsed, from 0, and the reason.

#define BRANCH_READ_BYTES_MAX ((size_t) 16 << 20)

// What the script answered about a branch.
struct branch_answer {
    bool is_decided;
    bool is_met;
    char held[32 * BRANCH_CONDITIONS_MAX]; // the lines of branchDecide
    char* bytes; // the lines and bytes for the response: of the reads, or of the state
    size_t size;
    size_t capacity;
};

// Exports the functions.
void branch_script_open(struct scripting* scripting, struct game* game);

// Returns whether the script has all callbacks.
bool branch_script_is_complete(void);

// Sets the request, and the branch that the next callbacks are about. Forgets the answer.
void branch_script_begin(const struct branch_request* request, const struct branch* branch);

// Triggers a callback. Returns false, with the reason, if the script refused. `part` has the lines that the script parses, whose numbers
// the reason needs; NULL: there are none.
bool branch_script_run(const char* callback, const struct branch_part* part, struct failure* failure);

struct branch_answer* branch_script_answer(void);

void branch_script_close(void);

#endif
