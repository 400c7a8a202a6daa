#ifndef HOST_BRANCH_INPUT_H
#define HOST_BRANCH_INPUT_H

#include "failure.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Reads requests from the standard input: lines of text, some of which are followed by bytes. All bytes of a request stay in memory until
// the next request.

#define BRANCH_REQUEST_MAX ((size_t) 64 << 20)
#define BRANCH_LINE_MAX 1151

struct branch_input {
    uint8_t* bytes;
    size_t size;
    size_t capacity;
    size_t at;       // the index in `bytes` of the first one that is not yet read as a line or bytes of this request
    int64_t line;    // the number of the latest line of this request, from 1
    size_t line_at;  // the index in `bytes` where that line begins
    char text[BRANCH_LINE_MAX + 1]; // that line
    bool has_ended;    // the input ended before this request
    bool is_abandoned; // the output is no longer wanted (audience.h)
};

// Begins the next request, and forgets the previous one.
void branch_input_next(struct branch_input* input);

// Reads a line. Returns false if there is none or it is invalid: then `has_ended` or `is_abandoned` is set, or `failure` has the reason.
bool branch_input_line(struct branch_input* input, struct failure* failure);

// Skips the bytes after a line, and the line break after them. Returns false like branch_input_line.
bool branch_input_bytes(struct branch_input* input, size_t size, struct failure* failure);

// Sets `failure` to a sentence, after the number of the latest line. Returns false.
__attribute__((format(printf, 3, 4)))
bool branch_input_refuse(const struct branch_input* input, struct failure* failure, const char* format, ...);

void branch_input_free(struct branch_input* input);

#endif
