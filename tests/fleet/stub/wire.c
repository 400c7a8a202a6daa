#include "wire.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAYLOAD_MAX 2097152
#define TERMINATOR "<|END|>"
#define TERMINATOR_LENGTH 7

void give_up(const char* sentence, const char* text) {
    fprintf(stderr, "stub: %s%s\n", sentence, text);
    exit(2);
}

void append(struct buffer* buffer, const void* bytes, size_t length) {
    if (buffer->length + length > buffer->room) {
        buffer->room = (buffer->length + length) * 3 / 2 + 512;
        buffer->bytes = realloc(buffer->bytes, buffer->room);
        if (!buffer->bytes) {
            give_up("Out of memory.", "");
        }
    }
    memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
}

static void decode(char* argument) {
    if (!strcmp(argument, "-")) {
        *argument = 0;
    }
    for (char *from = argument, *to = argument; (*to = *from); ++from, ++to) {
        unsigned byte;
        if (*from == '%' && sscanf(from + 1, "%2X", &byte) == 1) {
            *to = (char) byte;
            from += 2;
        }
    }
}

long parse(struct message* message, const char* bytes, size_t length) {
    const char* end = memchr(bytes, '\n', length < HEADER_MAX ? length : HEADER_MAX);
    int64_t clock;
    int used = 0;
    if (!end) {
        return length < HEADER_MAX ? 0 : -1;
    }
    const size_t header = (size_t) (end - bytes) + 1;
    memcpy(message->line, bytes, header - 1);
    message->line[header - 1] = 0;
    if (sscanf(message->line, "%16[0-9] %32[a-z0-9.-] %" SCNd64 " %zu%n",
            message->id, message->word, &clock, &message->length, &used) != 4 || message->length > PAYLOAD_MAX) {
        return -1;
    }
    const size_t whole = header + message->length + TERMINATOR_LENGTH;
    if (length < whole) {
        return 0;
    }
    message->payload = bytes + header;
    message->count = 0;
    char* rest = message->line + used;
    for (char* argument; message->count < ARGUMENTS && (argument = strtok_r(rest, " ", &rest));) {
        message->arguments[message->count++] = argument;
        decode(argument);
    }
    return memcmp(bytes + whole - TERMINATOR_LENGTH, TERMINATOR, TERMINATOR_LENGTH) ? -1 : (long) whole;
}

bool is(const struct message* message, const char* word, int arguments) {
    return !strcmp(message->word, word) && message->count >= arguments;
}

int64_t number(const struct message* message, int index) {
    return index < message->count ? strtoll(message->arguments[index], NULL, 10) : 0;
}

void send_message(struct buffer* out, int64_t frame, const char* id, const char* word, const char* arguments, const void* payload,
                  size_t length) {
    char line[HEADER_MAX];
    const int size = snprintf(line, sizeof(line), "%s %s %" PRId64 " %zu%s%s\n", id, word, frame, length, *arguments ? " " : "", arguments);
    append(out, line, (size_t) size);
    append(out, payload, length);
    append(out, TERMINATOR, TERMINATOR_LENGTH);
}
