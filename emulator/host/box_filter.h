#ifndef HOST_BOX_FILTER_H
#define HOST_BOX_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct picture_size {
    unsigned width;
    unsigned height;
};

// Writes a picture at another size: each pixel is the average of the area that it covers, rounded half up, as the bridge's pixels are
// (docs/step-layout.md). Neither size is more than PICTURE_WIDTH_MAX x PICTURE_HEIGHT_MAX.
// `from` has red, green, blue and an unused byte for each pixel, and `stride` pixels from line to line. `to` gets one byte for each pixel
// if `gray`, else three. Gray is computed before the resizing.
void box_filter(const uint8_t* from, size_t stride, struct picture_size size, uint8_t* to, struct picture_size resized, bool gray);

#endif
