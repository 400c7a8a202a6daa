#ifndef HOST_BRANCH_INPUT_H
#define HOST_BRANCH_INPUT_H

#include "failure.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Reads requests from the standard input: lines of text, after some of them bytes. A request's bytes stay in memory until the next one.

#define BRANCH_REQUEST_MAX ((size_t) 64 << 20)
#define BRANCH_LINE_MAX 1151

struct branch_input {
    uint8_t* bytes;
    size_t size;
    size_t capacity;
    size_t at;    // how many of them were read as lines and bytes of this request
    int64_t line; // the number of the latest line of this request
    size_t line_at; // its place in `bytes`
    char text[BRANCH_LINE_MAX + 1]; // the line
    bool has_ended;   // the input ended before this request
    bool is_abandoned; // nothing reads the output, or a signal came
};

// Begins the next request: forgets the one before.
void branch_input_next(struct branch_input* input);

// Reads a line. Returns false if it is wrong or there is none: then `has_ended` or `is_abandoned` is set, or `failure` has the reason.
bool branch_input_line(struct branch_input* input, struct failure* failure);

// Skips the bytes after a line, and the line break after them. Returns false like branch_input_line.
bool branch_input_bytes(struct branch_input* input, size_t size, struct failure* failure);

// Adds the number of the latest line to the start of a sentence. Returns false.
__attribute__((format(printf, 3, 4)))
bool branch_input_refuse(const struct branch_input* input, struct failure* failure, const char* format, ...);

void branch_input_free(struct branch_input* input);

#endif
