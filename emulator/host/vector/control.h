#ifndef HOST_VECTOR_CONTROL_H
#define HOST_VECTOR_CONTROL_H

#include "failure.h"

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The Unix socket on which a vector takes requests. Knows lines and bytes, and not what they mean.

#define CONTROL_CLIENTS 4
#define CONTROL_POLLS (CONTROL_CLIENTS + 1)
#define CONTROL_WORDS_MAX 3

// A request: the words of its line. Valid until its response.
struct control_request {
    size_t count;
    const char* words[CONTROL_WORDS_MAX];
    uint8_t* bytes; // followed by a 0
    size_t size;
};

// Returns the most bytes that may follow a line of `count` words, of which `word` is the first.
typedef size_t control_limit(const char* word, size_t count);

// Listens on a new socket file. Replaces one on which no process listens any more.
bool control_open(const char* path, control_limit* limit, struct failure* failure);

// Fills `polls` with what to wait for, CONTROL_POLLS of them.
void control_prepare(struct pollfd* polls);

// Sends, receives and accepts after a poll.
void control_serve(const struct pollfd* polls);

// Returns whether there is a request, which becomes the present one.
bool control_next(struct control_request* request);

// Has the client get a copy of a descriptor with the response to the present request, which must follow.
void control_attach(int descriptor);

// Responds to the present request: `ok`, then what the format gives, then bytes if there are some.
__attribute__((format(printf, 3, 4))) void control_respond(const uint8_t* bytes, size_t size, const char* format, ...);

// Responds with a sentence.
void control_refuse(const char* sentence);

// Removes the socket's file.
void control_close(void);

#endif
