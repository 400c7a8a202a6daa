#ifndef HOST_VECTOR_GENERATOR_H
#define HOST_VECTOR_GENERATOR_H

#include <stdint.h>

// SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (OOPSLA 2014).

// The state with which the generator of a game begins.
static inline uint64_t generator_of(uint64_t seed, uint32_t game) {
    return seed + game * UINT64_C(0xD1342543DE82EF95);
}

// Returns the next 32 random bits.
static inline uint32_t generator_next(uint64_t* state) {
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return (uint32_t) ((z ^ z >> 31) >> 32);
}

#endif
