#include "box_filter.h"

#include "game.h"

#include <string.h>

#define CHANNELS_MAX 3
#define SAMPLES_MAX (CHANNELS_MAX * PICTURE_WIDTH_MAX)

// ITU-R BT.601, in 65,536ths.
#define RED_SHARE 19595
#define GREEN_SHARE 38470
#define BLUE_SHARE 7471
#define SHARE_BITS 16

// Sums are below 2^24 and areas below 2^16, so a product with this many bits of an area's reciprocal is exact.
#define RECIPROCAL_BITS 40

static void read_gray(const uint8_t* from, unsigned width, uint8_t* to) {
    for (unsigned x = 0; x < width; ++x, from += 4) {
        to[x] = (uint8_t) ((RED_SHARE * from[0] + GREEN_SHARE * from[1] + BLUE_SHARE * from[2] + (1 << (SHARE_BITS - 1))) >> SHARE_BITS);
    }
}

static void read_colors(const uint8_t* from, unsigned width, uint8_t* to) {
    for (unsigned x = 0; x < width; ++x, from += 4, to += CHANNELS_MAX) {
        memcpy(to, from, CHANNELS_MAX);
    }
}

static void add_line(const uint8_t* from, size_t length, uint32_t part, uint32_t* to) {
    for (size_t i = 0; i < length; ++i) {
        to[i] += part * from[i];
    }
}

// A pixel of the picture is `resized` units wide, one of the result `width` units. Inline, so that `channels` is a constant.
static inline void narrow(const uint32_t* from, unsigned width, uint8_t* to, unsigned resized, unsigned channels, uint32_t area) {
    const uint64_t reciprocal = (((uint64_t) 1 << RECIPROCAL_BITS) + area - 1) / area;
    unsigned left = resized;
    for (unsigned x = 0; x < resized; ++x, to += channels) {
        uint32_t sums[CHANNELS_MAX] = {0};
        for (unsigned missing = width; missing;) {
            const unsigned part = left < missing ? left : missing;
            for (unsigned channel = 0; channel < channels; ++channel) {
                sums[channel] += part * from[channel];
            }
            left -= part;
            missing -= part;
            if (!left) {
                from += channels;
                left = resized;
            }
        }
        for (unsigned channel = 0; channel < channels; ++channel) {
            to[channel] = (uint8_t) ((sums[channel] + area / 2) * reciprocal >> RECIPROCAL_BITS);
        }
    }
}

void box_filter(const uint8_t* from, size_t stride, struct picture_size size, uint8_t* to, struct picture_size resized, bool gray) {
    const unsigned channels = gray ? 1 : CHANNELS_MAX;
    const size_t length = (size_t) channels * size.width;
    const uint32_t area = size.width * size.height;
    uint8_t line[SAMPLES_MAX];
    uint32_t total[SAMPLES_MAX] = {0};
    unsigned missing = size.height;
    for (unsigned y = 0; y < size.height; ++y, from += 4 * stride) {
        if (gray) {
            read_gray(from, size.width, line);
        } else {
            read_colors(from, size.width, line);
        }
        for (unsigned left = resized.height; left;) {
            const unsigned part = left < missing ? left : missing;
            add_line(line, length, part, total);
            left -= part;
            missing -= part;
            if (!missing) {
                if (gray) {
                    narrow(total, size.width, to, resized.width, 1, area);
                } else {
                    narrow(total, size.width, to, resized.width, CHANNELS_MAX, area);
                }
                to += channels * resized.width;
                memset(total, 0, sizeof(total));
                missing = size.height;
            }
        }
    }
}
