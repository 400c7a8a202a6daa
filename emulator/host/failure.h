#ifndef HOST_FAILURE_H
#define HOST_FAILURE_H

#include <stdbool.h>

// An error: one sentence for the user.
struct failure {
    char sentence[1024];
};

// Formats the sentence. Returns false, so that a caller can write `return fail(...)`.
__attribute__((format(printf, 2, 3))) bool fail(struct failure* failure, const char* format, ...);

// Replaces control characters with spaces, so that the text is one line and can't move the terminal's cursor.
void flatten(char* text);

#endif
