#include "failure.h"

#include <stdarg.h>
#include <stdio.h>

bool fail(struct failure* failure, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(failure->sentence, sizeof(failure->sentence), format, arguments);
    va_end(arguments);
    flatten(failure->sentence);
    failure->exit_code = EXIT_COULD_NOT_START;
    return false;
}

void flatten(char* text) {
    for (; *text; ++text) {
        if ((unsigned char) *text < 0x20 || *text == 0x7F) {
            *text = ' ';
        }
    }
}
