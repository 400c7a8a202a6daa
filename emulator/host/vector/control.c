#include "control.h"

#include "client.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define SENTENCE_MAX 1100

static int listener = -1;
static struct sockaddr_un address = {.sun_family = AF_UNIX};
static struct client clients[CONTROL_CLIENTS];
static struct client* present; // whose request is being served; NULL: none, or it has gone
static bool is_serving;
static bool lacks_descriptors; // when a client came last
static control_limit* limits;

// A file of another kind refuses connections too.
static bool is_left_behind(void) {
    struct stat file;
    if (lstat(address.sun_path, &file) || !S_ISSOCK(file.st_mode)) {
        return false;
    }
    const int probe = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const bool is = probe >= 0 && connect(probe, (struct sockaddr*) &address, sizeof(address)) && errno == ECONNREFUSED;
    close(probe);
    return is;
}

static bool bind_file(void) {
    if (!bind(listener, (struct sockaddr*) &address, sizeof(address))) {
        return true;
    }
    const int error = errno;
    if (error != EADDRINUSE || !is_left_behind()) {
        errno = error;
        return false;
    }
    // A parent that was killed left it.
    unlink(address.sun_path);
    return !bind(listener, (struct sockaddr*) &address, sizeof(address));
}

bool control_open(const char* path, control_limit* limit, struct failure* failure) {
    limits = limit;
    for (size_t i = 0; i < CONTROL_CLIENTS; ++i) {
        clients[i] = (struct client) {.socket = -1, .attached = -1};
    }
    if (!*path || strlen(path) >= sizeof(address.sun_path)) {
        return fail(failure, "--control must be a path of 1 to %zu bytes; got \"%s\".", sizeof(address.sun_path) - 1, path);
    }
    strcpy(address.sun_path, path);
    listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (listener >= 0 && bind_file() && !listen(listener, CONTROL_CLIENTS)) {
        return true;
    }
    fail(failure, "--control %s can't be a socket: %s.", path, strerror(errno));
    close(listener);
    listener = -1;
    return false;
}

static bool has_room(void) {
    for (size_t i = 0; i < CONTROL_CLIENTS; ++i) {
        if (clients[i].socket < 0) {
            return true;
        }
    }
    return false;
}

// A client isn't read while its response leaves, or its request is whole.
void control_prepare(struct pollfd* polls) {
    for (size_t i = 0; i < CONTROL_CLIENTS; ++i) {
        const struct client* client = &clients[i];
        const bool is_whole = client->in_needed && client->in_size >= client->in_needed;
        polls[i] = (struct pollfd) {.fd = client->socket, .events = client->out_size ? POLLOUT : is_whole ? 0 : POLLIN};
    }
    // Without a free descriptor, poll would report the same waiting client at once, so the listener is left out for one poll.
    polls[CONTROL_CLIENTS] = (struct pollfd) {.fd = has_room() && !lacks_descriptors ? listener : -1, .events = POLLIN};
    lacks_descriptors = false;
}

static bool is_own_user(int client) {
    struct ucred peer;
    socklen_t size = sizeof(peer);
    return !getsockopt(client, SOL_SOCKET, SO_PEERCRED, &peer, &size) && peer.uid == geteuid();
}

static void accept_client(void) {
    const int socket = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    lacks_descriptors = socket < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM);
    for (size_t i = 0; socket >= 0 && is_own_user(socket) && i < CONTROL_CLIENTS; ++i) {
        if (clients[i].socket < 0) {
            clients[i] = (struct client) {.socket = socket, .attached = -1};
            return;
        }
    }
    if (socket >= 0) {
        close(socket);
    }
}

static void end(struct client* client) {
    if (client == present) {
        present = NULL;
    }
    client_close(client);
}

void control_serve(const struct pollfd* polls) {
    for (size_t i = 0; i < CONTROL_CLIENTS; ++i) {
        struct client* client = &clients[i];
        bool goes_on = true;
        if (polls[i].fd < 0 || !polls[i].revents) {
            continue;
        }
        if (client->out_size) {
            goes_on = client_send(client);
        } else if (polls[i].revents & POLLIN) {
            goes_on = client_receive(client);
        } else {
            goes_on = false;
        }
        if (!goes_on) {
            end(client);
        }
    }
    if (polls[CONTROL_CLIENTS].fd >= 0 && polls[CONTROL_CLIENTS].revents) {
        accept_client();
    }
}

static void respond(const char* line, const uint8_t* bytes, size_t size) {
    is_serving = false;
    if (!present) {
        return;
    }
    struct client* client = present;
    present = NULL;
    client_respond(client, line, bytes, size);
    if (client->socket >= 0 && !client_send(client)) {
        client_close(client);
    }
}

bool control_next(struct control_request* request) {
    for (size_t i = 0; i < CONTROL_CLIENTS && !is_serving; ++i) {
        const char* problem = NULL;
        if (clients[i].socket < 0 || clients[i].out_size) {
            continue;
        }
        if (client_find(&clients[i], limits, request, &problem)) {
            present = &clients[i];
            is_serving = true;
            return true;
        }
        if (problem) {
            clients[i].ends = true;
            present = &clients[i];
            control_refuse(problem);
        }
    }
    return false;
}

void control_attach(int descriptor) {
    if (present) {
        present->attached = descriptor;
    }
}

void control_respond(const uint8_t* bytes, size_t size, const char* format, ...) {
    char line[SENTENCE_MAX] = "ok";
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line + 2, sizeof(line) - 2, format, arguments);
    va_end(arguments);
    respond(line, bytes, size);
}

void control_refuse(const char* sentence) {
    char line[SENTENCE_MAX];
    snprintf(line, sizeof(line), "error %s", sentence);
    respond(line, NULL, 0);
}

void control_close(void) {
    for (size_t i = 0; i < CONTROL_CLIENTS; ++i) {
        client_close(&clients[i]);
    }
    if (listener >= 0) {
        close(listener);
        unlink(address.sun_path);
    }
}
