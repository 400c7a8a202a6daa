#include "notes.h"

#include <string.h>

static struct note all[NOTES_MAX];
static int count;

bool note_is_line(const char* text, size_t size) {
    for (size_t i = 0; i < size; ++i) {
        const unsigned char letter = (unsigned char) text[i];
        if (letter < ' ' || letter == 0x7F) {
            return false;
        }
    }
    return size > 0 && size <= NOTE_BYTES_MAX;
}

static void take_out(int from, int to) {
    memmove(all + from, all + to, (size_t) (count - to) * sizeof(*all));
    count -= to - from;
}

bool notes_add(const char* text, size_t size, int64_t frame) {
    if (!note_is_line(text, size)) {
        return false;
    }
    if (count == NOTES_MAX) {
        take_out(0, 1);
    }
    int at = count;
    while (at && all[at - 1].frame > frame) {
        --at;
    }
    memmove(all + at + 1, all + at, (size_t) (count - at) * sizeof(*all));
    ++count;
    all[at].frame = frame;
    memcpy(all[at].text, text, size);
    all[at].text[size] = '\0';
    return true;
}

void notes_keep(int64_t from, int64_t to) {
    int first = 0;
    while (first < count && all[first].frame < from) {
        ++first;
    }
    take_out(0, first);
    int end = count;
    while (end && all[end - 1].frame > to) {
        --end;
    }
    count = end;
}

int notes_list(const struct note** notes) {
    *notes = all;
    return count;
}

void notes_clear(void) {
    count = 0;
}
