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
    uint32_t last;   // 1: the picture is that of the last frame; 2: the brighter pixels of the last two frames
    uint64_t sticky; // the probability that a frame keeps the keys of the frame before, times 2^32
    uint32_t noops;  // max frames without keys after a reset
    uint64_t seed;
    int64_t spin;    // microseconds; -1: not given
    int64_t timeout; // milliseconds
};

// Parses the option's value.
bool vector_settings_parse(const char* text, struct vector_settings* settings, struct failure* failure);

#endif
