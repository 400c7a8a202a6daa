#ifndef HOST_MARKS_H
#define HOST_MARKS_H

#include <stdbool.h>
#include <stdint.h>

// Names of frames in the history. The script has 100 for its clients and 256 for states, whose names begin with "state:".

#define MARKS_MAX 356
#define MARK_NAME_MAX 70

struct mark {
    char name[MARK_NAME_MAX + 1];
    int64_t frame;
};

// Marks a frame. Returns false if there are too many marks, or the name is too long.
bool marks_set(const char* name, int64_t frame);

// Forgets the marks outside of some frames.
void marks_keep(int64_t from, int64_t to);

// Returns the number of marks, and lets `marks` point at them, in the order in which they were set.
int marks_list(const struct mark** marks);

void marks_clear(void);

#endif
