#ifndef HOST_BRANCH_REQUEST_H
#define HOST_BRANCH_REQUEST_H

#include "branch_input.h"
#include "failure.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A request for branches, as docs/protocol/branches.md describes it.

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
    size_t keys;     // the index of its first keys in those of the request
    size_t keys_end; // the index after its last keys
    int64_t frames;  // that run first, before conditions are checked
    int64_t timeout; // max frames until conditions hold; 0: there are none
    int64_t settle;  // frames that run afterwards
    bool needs_all;  // all conditions must hold; otherwise one
    struct branch_part conditions; // their lines
    struct branch_part reads;      // their lines
    size_t condition_count;
    size_t read_count;
    bool sees_picture; // a condition is on the picture, so frames must be drawn
    bool shows; // the response has the picture at the end
    bool keeps; // the response has the state at the end
};

struct branch_request {
    struct branch_input* input;
    struct branch_part start; // the movie
    struct branch_part load;  // the state that is loaded at its end; size 0: none
    struct branch branches[BRANCH_COUNT_MAX];
    size_t count;
    int64_t total; // max frames of all branches together
    struct branch_keys* keys; // of all branches
    size_t key_count;
    size_t key_capacity;
};

// Reads a whole request. Returns false like branch_input_line.
bool branch_request_read(struct branch_request* request, struct branch_input* input, struct failure* failure);

// Returns the bytes of a part, which end with the request.
const char* branch_request_bytes(const struct branch_request* request, const struct branch_part* part);

void branch_request_free(struct branch_request* request);

#endif
