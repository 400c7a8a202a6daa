#ifndef HOST_BRANCH_REQUEST_H
#define HOST_BRANCH_REQUEST_H

#include "branch_input.h"
#include "failure.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A request of branches, as docs/protocol/branches.md describes it.

#define BRANCH_COUNT_MAX 256
#define BRANCH_FRAMES_MAX 36000
#define BRANCH_TOTAL_FRAMES_MAX 2000000
#define BRANCH_CONDITIONS_MAX 16
#define BRANCH_READS_MAX 256

// A part of the request's bytes, and the number of the line where it begins.
struct branch_part {
    size_t at;
    size_t size;
    int64_t line;
};

// The buttons from the frame after `frame` on.
struct branch_keys {
    int32_t frame;
    uint32_t mask;
};

struct branch {
    size_t keys; // the index of its first one
    size_t keys_end;
    int64_t frames;
    int64_t timeout; // 0: without conditions
    int64_t settle;
    bool needs_all;
    struct branch_part conditions; // their lines
    struct branch_part reads;
    size_t condition_count;
    size_t read_count;
    bool sees_picture; // has a condition on it
    bool shows;
    bool keeps;
};

struct branch_request {
    struct branch_input* input;
    struct branch_part start;
    struct branch_part load; // size 0: none
    struct branch branches[BRANCH_COUNT_MAX];
    size_t count;
    int64_t total;
    struct branch_keys* keys; // of all branches
    size_t key_count;
    size_t key_capacity;
};

// Reads a whole request. Returns false like branch_input_line.
bool branch_request_read(struct branch_request* request, struct branch_input* input, struct failure* failure);

// Returns the bytes of a part.
const char* branch_request_bytes(const struct branch_request* request, const struct branch_part* part);

void branch_request_free(struct branch_request* request);

#endif
