#ifndef HOST_VECTOR_SETTINGS_H
#define HOST_VECTOR_SETTINGS_H

#include "failure.h"

#include <stdbool.h>
#include <stdint.h>

// The settings of --vector, as docs/protocol/vectors.md describes them.
struct vector_settings {
    uint32_t count; // 0: not given
    uint32_t width; // of the picture; 0: none
    uint32_t height;
    uint32_t channels;
    uint32_t last;
    uint64_t sticky; // of 2^32
    uint32_t noops;
    uint64_t seed;
    int64_t spin;    // microseconds; -1: by the processors
    int64_t timeout; // milliseconds
};

// Parses the option's value.
bool vector_settings_parse(const char* text, struct vector_settings* settings, struct failure* failure);

#endif
