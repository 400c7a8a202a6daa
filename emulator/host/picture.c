#include "picture.h"

#include "box_filter.h"
#include "messages.h"
#include "xxh64.h"

#include <mgba/script/macros.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef COLOR_16_BIT
#error "The pixels of this libmgba have two bytes, not four."
#endif

static const struct game* current;

// One static string for all pictures: mGBA copies it to Lua, and never frees a value without a reference count.
static struct mScriptString pixels;
static struct mScriptValue pixels_value;

// Red, green and blue of each pixel.
static uint8_t packed[PICTURE_WIDTH_MAX * PICTURE_HEIGHT_MAX * 3 + 1];

static struct picture_size size(void) {
    struct picture_size size;
    game_picture_size(current, &size.width, &size.height);
    return size;
}

static uint32_t line_width(void) {
    return size().width;
}

static struct mScriptValue* take(void) {
    const struct picture_size now = size();
    const size_t line = now.width * sizeof(*current->picture);
    for (size_t y = 0; y < now.height; ++y) {
        memcpy(pixels.buffer + y * line, current->picture + y * current->width, line);
    }
    pixels.size = now.height * line;
    return &pixels_value;
}

static struct mScriptValue* take_shown(void) {
    take();
    messages_draw((color_t*) pixels.buffer, size());
    return &pixels_value;
}

// The script checks the size.
static struct mScriptValue* take_resized(uint32_t width, uint32_t height, bool gray) {
    const struct picture_size resized = {width, height};
    pixels.size = (gray ? 1 : 3) * (size_t) width * height;
    box_filter((const uint8_t*) current->picture, current->width, size(), (uint8_t*) pixels.buffer, resized, gray);
    return &pixels_value;
}

// Copies red, green and blue of a line of pixels. Each copy writes a fourth byte, which the next one overwrites; `to` needs room for the
// last one's.
static uint8_t* pack(uint8_t* to, const color_t* from, size_t count) {
    for (size_t x = 0; x < count; ++x, to += 3) {
        memcpy(to, &from[x], sizeof(*from));
    }
    return to;
}

// Returns how many of `count` pixels from `from` on are within `size`.
static uint32_t clip(int64_t from, int64_t count, uint32_t size) {
    return from >= size ? 0 : (uint32_t) (count > size - from ? size - from : count);
}

static struct mScriptValue* hash_region(uint32_t x, uint32_t y, uint32_t width_wanted, uint32_t height_wanted) {
    static char text[17];
    static struct mScriptString hash = {.buffer = text, .size = 16};
    static struct mScriptValue value = {.refs = mSCRIPT_VALUE_UNREF, .value.string = &hash};
    value.type = mSCRIPT_TYPE_MS_STR;
    const struct picture_size now = size();
    const bool is_whole = !width_wanted || !height_wanted;
    const size_t columns = is_whole ? now.width : clip(x, width_wanted, now.width);
    const size_t lines = is_whole ? now.height : clip(y, height_wanted, now.height);
    const color_t* from = current->picture + (is_whole || !columns || !lines ? 0 : y * (size_t) current->width + x);
    uint8_t* to = packed;
    for (size_t line = 0; line < lines; ++line) {
        to = pack(to, from + line * current->width, columns);
    }
    snprintf(text, sizeof(text), "%016" PRIx64, xxh64(packed, (size_t) (to - packed), 0));
    return &value;
}

static uint32_t height(void) {
    return size().height;
}

mSCRIPT_BIND_FUNCTION(width_binding, U32, line_width, 0);
mSCRIPT_BIND_FUNCTION(height_binding, U32, height, 0);
mSCRIPT_BIND_FUNCTION(picture_binding, WSTR, take, 0);
mSCRIPT_BIND_FUNCTION(shown_binding, WSTR, take_shown, 0);
mSCRIPT_BIND_FUNCTION(resized_binding, WSTR, take_resized, 3, U32, width, U32, height, BOOL, gray);
mSCRIPT_BIND_FUNCTION(hash_binding, WSTR, hash_region, 4, U32, x, U32, y, U32, width, U32, height);

bool picture_open(struct scripting* scripting, const struct game* game, struct failure* failure) {
    pixels.buffer = malloc((size_t) PICTURE_WIDTH_MAX * PICTURE_HEIGHT_MAX * sizeof(*game->picture));
    if (!pixels.buffer) {
        return fail(failure, "Out of memory.");
    }
    pixels_value = (struct mScriptValue) {
        .type = mSCRIPT_TYPE_MS_STR, .refs = mSCRIPT_VALUE_UNREF, .value.string = &pixels};
    current = game;
    scripting_export(scripting, "picture", &picture_binding);
    scripting_export(scripting, "shownPicture", &shown_binding);
    scripting_export(scripting, "pictureWidth", &width_binding);
    scripting_export(scripting, "pictureHeight", &height_binding);
    scripting_export(scripting, "resizedPicture", &resized_binding);
    scripting_export(scripting, "pictureHash", &hash_binding);
    return true;
}

void picture_close(void) {
    free(pixels.buffer);
    pixels.buffer = NULL;
}
