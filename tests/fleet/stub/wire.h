#ifndef WIRE_H
#define WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HEADER_MAX 1024
#define ARGUMENTS 32

struct buffer {
    char* bytes;
    size_t length, room;
};

// A message of the script's protocol. Its arguments point into the line, and its payload into the bytes that were parsed.
struct message {
    char id[17], word[33];
    char line[HEADER_MAX + 1];
    char* arguments[ARGUMENTS];
    int count;
    const char* payload;
    size_t length;
};

// Writes a sentence and ends the program.
void give_up(const char* sentence, const char* text);

void append(struct buffer* buffer, const void* bytes, size_t length);

// Splits a message off the bytes. Returns its length; 0: it is incomplete; -1: it is not one.
long parse(struct message* message, const char* bytes, size_t length);

// Whether the message has this command and at least so many arguments.
bool is(const struct message* message, const char* word, int arguments);

// Returns an argument as a number; 0 if it is missing.
int64_t number(const struct message* message, int index);

void send_message(struct buffer* out, int64_t frame, const char* id, const char* word, const char* arguments, const void* payload,
                  size_t length);

#endif
