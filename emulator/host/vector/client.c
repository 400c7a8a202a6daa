#include "client.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define LINE_MAX_BYTES 255

// For a line, or for the request whose size is known; one byte more for the 0 behind it.
static bool reserve(struct client* client) {
    const size_t wanted = (client->in_needed > LINE_MAX_BYTES ? client->in_needed : LINE_MAX_BYTES) + 2;
    if (client->in_capacity >= wanted) {
        return true;
    }
    uint8_t* bytes = realloc(client->in, wanted);
    if (bytes) {
        client->in = bytes;
        client->in_capacity = wanted;
    }
    return bytes;
}

bool client_receive(struct client* client) {
    if (!reserve(client)) {
        return false;
    }
    const size_t room = client->in_capacity - client->in_size - 1;
    if (!room) {
        return true;
    }
    const ssize_t count = recv(client->socket, client->in + client->in_size, room, 0);
    if (count > 0) {
        client->in_size += (size_t) count;
        return true;
    }
    return count < 0 && (errno == EAGAIN || errno == EINTR);
}

static ssize_t send_piece(const struct client* client) {
    struct iovec bytes = {client->out + client->out_at, client->out_size - client->out_at};
    _Alignas(struct cmsghdr) uint8_t attachment[CMSG_SPACE(sizeof(int))] = {0};
    struct msghdr message = {.msg_iov = &bytes, .msg_iovlen = 1};
    if (client->attached >= 0) {
        message.msg_control = attachment;
        message.msg_controllen = sizeof(attachment);
        struct cmsghdr* head = CMSG_FIRSTHDR(&message);
        *head = (struct cmsghdr) {.cmsg_len = CMSG_LEN(sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
        memcpy(CMSG_DATA(head), &client->attached, sizeof(int));
    }
    return sendmsg(client->socket, &message, MSG_NOSIGNAL);
}

bool client_send(struct client* client) {
    const ssize_t count = send_piece(client);
    if (count < 0) {
        return errno == EAGAIN || errno == EINTR;
    }
    client->attached = -1;
    client->out_at += (size_t) count;
    if (client->out_at == client->out_size) {
        client->out_at = client->out_size = 0;
        return !client->ends;
    }
    return true;
}

static void split(char* line, struct control_request* request) {
    request->count = 0;
    for (char* word = strsep(&line, " "); word; word = strsep(&line, " ")) {
        if (request->count < CONTROL_WORDS_MAX) {
            request->words[request->count] = word;
        }
        ++request->count;
    }
}

static bool parse_size(const char* word, size_t max, size_t* size) {
    char* end;
    *size = strtoul(word, &end, 10);
    return *word >= '0' && *word <= '9' && !*end && *size <= max;
}

bool client_find(struct client* client, control_limit* limit, struct control_request* request, const char** problem) {
    uint8_t* end = client->in_size ? memchr(client->in, '\n', client->in_size) : NULL;
    const size_t length = end ? (size_t) (end - client->in) : client->in_size;
    if (length > LINE_MAX_BYTES) {
        *problem = "A request must be a line of at most 255 bytes.";
    }
    if (!end || *problem) {
        return false;
    }
    static char line[LINE_MAX_BYTES + 1];
    memcpy(line, client->in, length);
    line[length] = '\0';
    split(line, request);
    const size_t most = limit(request->words[0], request->count);
    request->size = 0;
    client->in_needed = length + 1;
    if (most) {
        if (!parse_size(request->words[request->count - 1], most, &request->size)) {
            *problem = "The line must end with the number of bytes that follow: 0 to 2097152, for reads 0 to 16384.";
            return false;
        }
        client->in_needed += request->size + 1;
    }
    if (client->in_size < client->in_needed) {
        return false;
    }
    request->bytes = client->in + length + 1;
    if (most && request->bytes[request->size] != '\n') {
        *problem = "A line break must follow the bytes.";
        return false;
    }
    if (most) {
        request->bytes[request->size] = '\0';
    }
    return true;
}

void client_respond(struct client* client, const char* line, const uint8_t* bytes, size_t size) {
    if (client->in_needed && client->in_needed <= client->in_size) {
        client->in_size -= client->in_needed;
        memmove(client->in, client->in + client->in_needed, client->in_size);
    }
    client->in_needed = 0;
    const size_t length = strlen(line);
    uint8_t* out = realloc(client->out, length + size + 2);
    if (!out) {
        client_close(client);
        return;
    }
    memcpy(out, line, length);
    out[length] = '\n';
    client->out_size = length + 1;
    if (size) {
        memcpy(out + length + 1, bytes, size);
        out[length + 1 + size] = '\n';
        client->out_size += size + 1;
    }
    client->out = out;
    client->out_at = 0;
}

void client_close(struct client* client) {
    if (client->socket >= 0) {
        close(client->socket);
    }
    free(client->in);
    free(client->out);
    *client = (struct client) {.socket = -1, .attached = -1};
}
