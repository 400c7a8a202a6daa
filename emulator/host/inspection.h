#ifndef HOST_INSPECTION_H
#define HOST_INSPECTION_H

#include <stdbool.h>
#include <stdint.h>

// A question about what the game's code does in frames of a movie, as --inspect has it.

enum inspection_kind {
    INSPECT_WRITER = 1, // "writer:FIRST:LAST": which instruction wrote there last
    INSPECT_COVERAGE,   // "coverage": which code ran
    INSPECT_TRACE,      // "trace:SKIP:LINES": each instruction after the first ones
};

#define TRACE_LINES_MAX 10000

struct inspection {
    enum inspection_kind kind;
    uint32_t first; // of the writer: addresses on the bus
    uint32_t last;
    int64_t skip;   // of the trace: instructions
    int64_t lines;
};

// Returns false if the text isn't one.
bool inspection_parse(const char* text, struct inspection* inspection);

#endif
