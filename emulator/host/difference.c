#include "difference.h"

#include "varint.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

// Equal bytes that end a run of changed ones: a new run costs about as much.
#define GAP 4
// The fastest level that is not much larger than the best one.
#define LEVEL 3

static const uint8_t zeros[8];

static bool are_equal(const uint8_t* before, const uint8_t* now, size_t at, size_t count) {
    return !memcmp(before ? before + at : zeros, now + at, count);
}

static size_t skip_equal(const uint8_t* before, const uint8_t* now, size_t at, size_t size) {
    while (size - at >= sizeof(zeros) && are_equal(before, now, at, sizeof(zeros))) {
        at += sizeof(zeros);
    }
    while (at < size && are_equal(before, now, at, 1)) {
        ++at;
    }
    return at;
}

static size_t skip_changed(const uint8_t* before, const uint8_t* now, size_t at, size_t size) {
    while (at < size && !are_equal(before, now, at, size - at >= GAP ? GAP : 1)) {
        ++at;
    }
    return at;
}

// Writes runs: the number of equal bytes before it, the number of changed ones, these bytes. Returns the number of bytes.
static size_t write_runs(const uint8_t* before, const uint8_t* now, size_t size, uint8_t* to) {
    uint8_t* const begin = to;
    for (size_t done = 0; done < size;) {
        const size_t changed = skip_equal(before, now, done, size);
        if (changed == size) {
            break;
        }
        const size_t end = skip_changed(before, now, changed, size);
        to = varint_write(to, changed - done);
        to = varint_write(to, end - changed);
        memcpy(to, now + changed, end - changed);
        to += end - changed;
        done = end;
    }
    return (size_t) (to - begin);
}

bool difference_pack(struct difference* difference, const uint8_t* before, const uint8_t* now, size_t size) {
    // A run's numbers are shorter than the gap before it, except the first one's and the last one's.
    uint8_t* runs = malloc(size + 4 * VARINT_MAX);
    difference->unpacked = runs ? write_runs(before, now, size, runs) : 0;
    uLongf packed = compressBound(difference->unpacked);
    uint8_t* bytes = runs ? malloc(packed) : NULL;
    const bool is_done = bytes && compress2(bytes, &packed, runs, difference->unpacked, LEVEL) == Z_OK;
    free(runs);
    if (!is_done) {
        free(bytes);
        return false;
    }
    uint8_t* fitted = realloc(bytes, packed);
    difference->bytes = fitted ? fitted : bytes;
    difference->size = packed;
    return true;
}

static void apply_runs(const uint8_t* from, const uint8_t* end, uint8_t* image, size_t size) {
    for (size_t at = 0; from < end;) {
        uint64_t equal, changed;
        from = varint_read(from, end, &equal);
        from = varint_read(from, end, &changed);
        if (equal > size - at || changed > size - at - equal || changed > (size_t) (end - from)) {
            return;
        }
        at += equal;
        memcpy(image + at, from, changed);
        at += changed;
        from += changed;
    }
}

bool difference_apply(const struct difference* difference, uint8_t* image, size_t size) {
    uint8_t* runs = malloc(difference->unpacked + 1);
    uLongf unpacked = difference->unpacked;
    const bool is_done = runs && uncompress(runs, &unpacked, difference->bytes, difference->size) == Z_OK;
    if (is_done) {
        apply_runs(runs, runs + unpacked, image, size);
    }
    free(runs);
    return is_done;
}

void difference_free(struct difference* difference) {
    free(difference->bytes);
    *difference = (struct difference) {0};
}
