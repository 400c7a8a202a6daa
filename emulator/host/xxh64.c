#include "xxh64.h"

#include <string.h>

static const uint64_t prime1 = 0x9E3779B185EBCA87, prime2 = 0xC2B2AE3D27D4EB4F, prime3 = 0x165667B19E3779F9;
static const uint64_t prime4 = 0x85EBCA77C2B2AE63, prime5 = 0x27D4EB2F165667C5;

static uint64_t rotate(uint64_t value, int bits) {
    return value << bits | value >> (64 - bits);
}

static uint64_t read64(const uint8_t* from) {
    uint64_t value;
    memcpy(&value, from, sizeof(value));
    return value;
}

static uint32_t read32(const uint8_t* from) {
    uint32_t value;
    memcpy(&value, from, sizeof(value));
    return value;
}

static uint64_t mix(uint64_t lane, uint64_t input) {
    return rotate(lane + input * prime2, 31) * prime1;
}

static uint64_t merge(uint64_t hash, uint64_t lane) {
    return (hash ^ mix(0, lane)) * prime1 + prime4;
}

static uint64_t mix_lanes(const uint8_t** from, const uint8_t* end, uint64_t seed) {
    uint64_t lanes[4] = {seed + prime1 + prime2, seed + prime2, seed, seed - prime1};
    for (; end - *from >= 32; *from += 32) {
        for (int i = 0; i < 4; ++i) {
            lanes[i] = mix(lanes[i], read64(*from + 8 * i));
        }
    }
    uint64_t hash = rotate(lanes[0], 1) + rotate(lanes[1], 7) + rotate(lanes[2], 12) + rotate(lanes[3], 18);
    for (int i = 0; i < 4; ++i) {
        hash = merge(hash, lanes[i]);
    }
    return hash;
}

uint64_t xxh64(const void* bytes, size_t size, uint64_t seed) {
    const uint8_t* from = bytes;
    const uint8_t* end = from + size;
    uint64_t hash = size >= 32 ? mix_lanes(&from, end, seed) : seed + prime5;
    hash += size;
    for (; end - from >= 8; from += 8) {
        hash = rotate(hash ^ mix(0, read64(from)), 27) * prime1 + prime4;
    }
    if (end - from >= 4) {
        hash = rotate(hash ^ read32(from) * prime1, 23) * prime2 + prime3;
        from += 4;
    }
    for (; from < end; ++from) {
        hash = rotate(hash ^ *from * prime5, 11) * prime1;
    }
    hash = (hash ^ hash >> 33) * prime2;
    hash = (hash ^ hash >> 29) * prime3;
    return hash ^ hash >> 32;
}
