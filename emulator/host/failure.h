#ifndef HOST_FAILURE_H
#define HOST_FAILURE_H

#include <stdbool.h>

#define EXIT_COULD_NOT_START 2
#define EXIT_WRONG_MODEL 4
#define EXIT_DIFFERS 5
#define EXIT_ABANDONED 6

// An error: one sentence for the user, and the exit code if the program ends by it.
struct failure {
    char sentence[1024];
    int exit_code;
};

// Formats the sentence. Returns false, so that a caller can write `return fail(...)`.
__attribute__((format(printf, 2, 3))) bool fail(struct failure* failure, const char* format, ...);

// Replaces control characters with spaces, so that the text is one line and can't move the terminal's cursor.
void flatten(char* text);

#endif
