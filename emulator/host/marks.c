#include "marks.h"

#include <string.h>

static struct mark all[MARKS_MAX];
static int count;

static void take_out(int index) {
    --count;
    memmove(all + index, all + index + 1, (size_t) (count - index) * sizeof(*all));
}

bool marks_set(const char* name, int64_t frame) {
    if (strlen(name) > MARK_NAME_MAX) {
        return false;
    }
    for (int i = 0; i < count; ++i) {
        if (!strcmp(all[i].name, name)) {
            take_out(i);
            break;
        }
    }
    if (count == MARKS_MAX) {
        return false;
    }
    strcpy(all[count].name, name);
    all[count++].frame = frame;
    return true;
}

void marks_keep(int64_t from, int64_t to) {
    for (int i = count - 1; i >= 0; --i) {
        if (all[i].frame < from || all[i].frame > to) {
            take_out(i);
        }
    }
}

int marks_list(const struct mark** marks) {
    *marks = all;
    return count;
}

void marks_clear(void) {
    count = 0;
}
