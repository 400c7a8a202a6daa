#ifndef HOST_DIFFERENCE_H
#define HOST_DIFFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What changed between two images of the same size, compressed.
struct difference {
    uint8_t* bytes;
    size_t size;
    size_t unpacked; // bytes before the compression
};

// Computes the difference of `now` from `before`; NULL: from zeros. Returns false if there is no memory for it.
bool difference_pack(struct difference* difference, const uint8_t* before, const uint8_t* now, size_t size);

// Changes `image`, which has the content of `before`, to that of `now`. Returns false if there is no memory for it.
bool difference_apply(const struct difference* difference, uint8_t* image, size_t size);

void difference_free(struct difference* difference);

#endif
