#ifndef HOST_VARINT_H
#define HOST_VARINT_H

#include <stdint.h>

// Numbers of seven bits a byte, the lowest first; the highest bit of a byte: another one follows.
#define VARINT_MAX 10

static inline uint8_t* varint_write(uint8_t* to, uint64_t value) {
    for (; value >= 0x80; value >>= 7) {
        *to++ = (uint8_t) (value | 0x80);
    }
    *to++ = (uint8_t) value;
    return to;
}

// Reads no further than `end`.
static inline const uint8_t* varint_read(const uint8_t* from, const uint8_t* end, uint64_t* value) {
    *value = 0;
    for (unsigned shift = 0; from < end && shift < 64; shift += 7) {
        *value |= (uint64_t) (*from & 0x7F) << shift;
        if (!(*from++ & 0x80)) {
            break;
        }
    }
    return from;
}

#endif
