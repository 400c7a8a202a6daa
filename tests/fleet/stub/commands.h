#ifndef COMMANDS_H
#define COMMANDS_H

#include "wire.h"

struct connection {
    int socket; // 0: free
    bool said_hello, greeted;
    struct buffer in, out;
};

#define CONNECTIONS 16

extern struct connection connections[CONNECTIONS];

// The console of Game Boy games.
extern const char* model;

// After how many nanoseconds without a bridge the program ends; 0: never.
extern int64_t expiry;

// Does what is due in this frame. Returns how many nanoseconds are left until the next is due; -1: nothing is.
int64_t commands_advance(void);

// Runs a message. Returns false if the connection has to be closed.
bool commands_run(struct connection* connection, struct message* message);

// Drops what the connection waits for.
void commands_forget(const struct connection* connection);

#endif
