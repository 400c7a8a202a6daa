#ifndef HOST_FAILURE_H
#define HOST_FAILURE_H

#include <stdbool.h>

// Why the program can't go on: one sentence, ready for the user.
struct failure {
    char sentence[1024];
};

// Sets the sentence and returns false, so that a caller can write `return fail(...)`.
__attribute__((format(printf, 2, 3))) bool fail(struct failure* failure, const char* format, ...);

// Makes text one line: whatever would start a new one, or move the terminal's cursor, becomes a space.
void flatten(char* text);

#endif
