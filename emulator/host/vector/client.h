#ifndef HOST_VECTOR_CLIENT_H
#define HOST_VECTOR_CLIENT_H

#include "control.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A connection of the control socket, with a request that arrives and a response that leaves.
struct client {
    int socket; // -1: none
    uint8_t* in;
    size_t in_size;
    size_t in_capacity;
    size_t in_needed; // of the present request; 0: unknown
    uint8_t* out;
    size_t out_size;
    size_t out_at;
    int attached; // descriptor that leaves with the response; -1: none
    bool ends; // after its response
};

// Reads what there is. Returns false if the connection has ended.
bool client_receive(struct client* client);

// Sends what it can. Returns false if the connection has ended.
bool client_send(struct client* client);

// Looks for a whole request. `problem` becomes a sentence if it is wrong, and the connection can't go on after it.
bool client_find(struct client* client, control_limit* limit, struct control_request* request, const char** problem);

// Forgets the present request, and begins its response. Without memory for that the connection ends.
void client_respond(struct client* client, const char* line, const uint8_t* bytes, size_t size);

void client_close(struct client* client);

#endif
