#include "branch_input.h"

#include "audience.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Max bytes of one read.
#define READ_BYTES ((size_t) 64 << 10)
// Max bytes of the buffer that is kept for the next request.
#define KEPT_MAX ((size_t) 4 << 20)
// Milliseconds between two checks for signals.
#define SIGNAL_CHECK_TIME 100

bool branch_input_refuse(const struct branch_input* input, struct failure* failure, const char* format, ...) {
    char sentence[sizeof(failure->sentence)];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof(sentence), format, arguments);
    va_end(arguments);
    return fail(failure, "line %" PRId64 ": %.900s", input->line, sentence);
}

void branch_input_next(struct branch_input* input) {
    const size_t left = input->size - input->at;
    if (left) {
        memmove(input->bytes, input->bytes + input->at, left);
    }
    input->size = left;
    input->at = 0;
    input->line = 0;
    uint8_t* bytes = input->capacity > KEPT_MAX && left < KEPT_MAX ? realloc(input->bytes, KEPT_MAX) : NULL;
    if (bytes) {
        input->bytes = bytes;
        input->capacity = KEPT_MAX;
    }
}

// Makes room for another read.
static bool reserve(struct branch_input* input, struct failure* failure) {
    if (input->size >= BRANCH_REQUEST_MAX) {
        return branch_input_refuse(input, failure, "The request must have at most %zu bytes.", BRANCH_REQUEST_MAX);
    }
    if (input->capacity - input->size >= READ_BYTES) {
        return true;
    }
    const size_t wanted = input->capacity < READ_BYTES ? 4 * READ_BYTES : 2 * input->capacity;
    const size_t max = BRANCH_REQUEST_MAX + READ_BYTES;
    const size_t capacity = wanted < max ? wanted : max;
    uint8_t* bytes = realloc(input->bytes, capacity);
    if (!bytes) {
        return branch_input_refuse(input, failure, "There is no memory for the request.");
    }
    input->bytes = bytes;
    input->capacity = capacity;
    return true;
}

// Waits for more input. Returns false if the output is no longer wanted.
static bool wait(void) {
    struct pollfd files[] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = STDOUT_FILENO}};
    while (!audience_is_gone()) {
        if (poll(files, 2, SIGNAL_CHECK_TIME) > 0 && files[0].revents) {
            return true;
        }
    }
    return false;
}

// Reads more input. Returns false if there is none, like branch_input_line.
static bool fill(struct branch_input* input, struct failure* failure) {
    if (!reserve(input, failure)) {
        return false;
    }
    if (!wait()) {
        input->is_abandoned = true;
        return false;
    }
    const ssize_t count = read(STDIN_FILENO, input->bytes + input->size, READ_BYTES);
    if (count < 0) {
        return branch_input_refuse(input, failure, "The request can't be read: %s.", strerror(errno));
    }
    input->size += (size_t) count;
    if (!count && !input->at && !input->size) {
        input->has_ended = true;
        return false;
    }
    return count || branch_input_refuse(input, failure, "The request is cut off.");
}

// Reads input up to the end of the next line, and sets the length of the line. Returns false like branch_input_line.
static bool find_end(struct branch_input* input, size_t* length, struct failure* failure) {
    for (size_t seen = 0;;) {
        const uint8_t* from = input->bytes + input->at;
        const size_t count = input->size - input->at;
        const uint8_t* end = count > seen ? memchr(from + seen, '\n', count - seen) : NULL;
        *length = end ? (size_t) (end - from) : count;
        if (*length > BRANCH_LINE_MAX) {
            return branch_input_refuse(input, failure, "A line must have at most %d bytes.", BRANCH_LINE_MAX);
        }
        if (end) {
            return true;
        }
        seen = count;
        if (!fill(input, failure)) {
            return false;
        }
    }
}

bool branch_input_line(struct branch_input* input, struct failure* failure) {
    ++input->line;
    size_t length;
    if (!find_end(input, &length, failure)) {
        return false;
    }
    input->line_at = input->at;
    for (size_t i = 0; i < length; ++i) {
        const uint8_t byte = input->bytes[input->at + i];
        if (byte < ' ' || byte > '~') {
            return branch_input_refuse(input, failure, "A line must be printable ASCII.");
        }
        input->text[i] = (char) byte;
    }
    input->text[length] = '\0';
    input->at += length + 1;
    return true;
}

bool branch_input_bytes(struct branch_input* input, size_t size, struct failure* failure) {
    while (input->size - input->at <= size) {
        if (!fill(input, failure)) {
            return false;
        }
    }
    if (input->bytes[input->at + size] != '\n') {
        return branch_input_refuse(input, failure, "A line feed must follow the %zu bytes.", size);
    }
    input->at += size + 1;
    return true;
}

void branch_input_free(struct branch_input* input) {
    free(input->bytes);
    *input = (struct branch_input) {0};
}
