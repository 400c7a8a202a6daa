#ifndef HOST_VECTOR_COMMANDS_H
#define HOST_VECTOR_COMMANDS_H

#include "control.h"
#include "work.h"

#include <stdbool.h>
#include <stdint.h>

// The requests of docs/protocol/vectors.md.

struct commands {
    struct vector_parts* parts;
    int64_t lease; // seconds; 0: forever
    bool ends;     // a request wants that
};

// Returns the most bytes that may follow a line, as control_open wants it.
size_t commands_limit(const char* word, size_t count);

// Begins a request.
void commands_run(struct commands* commands, const struct control_request* request);

// Goes on with a request that takes longer, and responds when it has ended.
void commands_continue(struct commands* commands);

#endif
