#include "messages.h"

#include "game.h"
#include "letters.h"

#include <mgba/script/macros.h>

#include <string.h>

#define ADVANCE (LETTER_WIDTH + 1)
// A line has a pixel above and below its letters, and one to their left.
#define LINE_HEIGHT (LETTER_HEIGHT + 2)
#define MARGIN 2
#define COLUMNS_MAX (PICTURE_WIDTH_MAX / ADVANCE)
#define INK 0xFFFFFFFF
#define PAPER 0xFF000000

struct message {
    char text[MESSAGE_BYTES_MAX];
    size_t size;
    int32_t frames; // that still show it
};

struct line {
    uint32_t characters[COLUMNS_MAX];
    size_t length;
};

// The lines of all messages, of which the latest MESSAGE_LINES_MAX are kept.
struct lines {
    struct line lines[MESSAGE_LINES_MAX];
    size_t count;
    size_t columns;
};

static struct message messages[MESSAGES_MAX];
static size_t message_count;

static void remove_message(size_t index) {
    --message_count;
    memmove(messages + index, messages + index + 1, (message_count - index) * sizeof(*messages));
}

static bool show_message(struct mScriptString* text, int32_t frames) {
    if (!text->size || text->size > MESSAGE_BYTES_MAX || frames < 1 || frames > MESSAGE_FRAMES_MAX) {
        return false;
    }
    if (message_count == MESSAGES_MAX) {
        remove_message(0);
    }
    struct message* message = &messages[message_count++];
    memcpy(message->text, text->buffer, text->size);
    message->size = text->size;
    message->frames = frames;
    return true;
}

void messages_pass_frame(void) {
    for (size_t i = message_count; i-- > 0;) {
        if (--messages[i].frames == 0) {
            remove_message(i);
        }
    }
}

static void add_line(struct lines* lines, const uint32_t* characters, size_t length) {
    struct line* line = &lines->lines[lines->count++ % MESSAGE_LINES_MAX];
    memcpy(line->characters, characters, length * sizeof(*characters));
    line->length = length;
}

// Returns the length of the first line: up to its last space, which may also follow the last column, or all columns.
static size_t find_break(const uint32_t* characters, size_t count, size_t columns) {
    if (count <= columns) {
        return count;
    }
    for (size_t end = columns; end > 0; --end) {
        if (characters[end] == ' ') {
            return end;
        }
    }
    return columns;
}

static void add_lines_of(struct lines* lines, const struct message* message) {
    uint32_t characters[MESSAGE_BYTES_MAX];
    size_t count = 0;
    for (size_t at = 0; at < message->size;) {
        at += letter_read(message->text + at, message->size - at, &characters[count++]);
    }
    for (size_t at = 0; at < count;) {
        const size_t length = find_break(characters + at, count - at, lines->columns);
        add_line(lines, characters + at, length);
        at += length;
        if (at < count && characters[at] == ' ') {
            ++at;
        }
    }
}

static void draw_letter(color_t* picture, size_t width, const uint8_t* rows) {
    for (size_t y = 0; y < LETTER_HEIGHT; ++y) {
        for (size_t x = 0; x < LETTER_WIDTH; ++x) {
            if (rows[y] & 1 << (LETTER_WIDTH - 1 - x)) {
                picture[y * width + x] = INK;
            }
        }
    }
}

static void draw_line(color_t* picture, size_t width, const struct line* line) {
    for (size_t y = 0; y < LINE_HEIGHT; ++y) {
        for (size_t x = 0; x < line->length * ADVANCE + 1; ++x) {
            picture[y * width + x] = PAPER;
        }
    }
    for (size_t i = 0; i < line->length; ++i) {
        draw_letter(picture + width + i * ADVANCE + 1, width, *letter_of(line->characters[i]));
    }
}

void messages_draw(color_t* picture, struct picture_size size) {
    struct lines lines = {.columns = (size.width - 2 * MARGIN - 1) / ADVANCE};
    for (size_t i = 0; i < message_count; ++i) {
        add_lines_of(&lines, &messages[i]);
    }
    const size_t shown = lines.count < MESSAGE_LINES_MAX ? lines.count : MESSAGE_LINES_MAX;
    for (size_t i = 0; i < shown; ++i) {
        const size_t y = size.height - MARGIN - (shown - i) * LINE_HEIGHT;
        draw_line(picture + y * size.width + MARGIN, size.width, &lines.lines[(lines.count - shown + i) % MESSAGE_LINES_MAX]);
    }
}

mSCRIPT_BIND_FUNCTION(show_binding, BOOL, show_message, 2, STR, text, S32, frames);

void messages_open(struct scripting* scripting) {
    scripting_export(scripting, "showMessage", &show_binding);
}
