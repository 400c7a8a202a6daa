#ifndef HOST_VECTOR_READS_H
#define HOST_VECTOR_READS_H

#include "failure.h"
#include "layout.h"

#include <mgba/flags.h>

#include <mgba/core/core.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The values that a vector reads after each step.

#define READ_DEPTH_MAX 8
#define READ_DOMAIN_MAX 15

struct read {
    uint32_t address; // or offset in the domain
    uint32_t offsets[READ_DEPTH_MAX]; // added to each pointer of a chain
    uint8_t depth;
    uint8_t width;
    bool is_signed;
    char domain[READ_DOMAIN_MAX + 1]; // empty: the bus
};

struct read_list {
    uint32_t count;
    struct read reads[VECTOR_READS_MAX];
};

// Parses lines of address, type and domain for the core's game. The text ends with a 0 and is changed.
bool read_list_parse(struct read_list* list, char* text, struct mCore* core, struct failure* failure);

// Reads all values. Returns a bit for each one that was not there.
uint64_t read_list_run(const struct read_list* list, struct mCore* core, int64_t* values);

#endif
