#include "sockets.h"

#include <mgba/script/macros.h>

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define SOCKETS_MAX 64
// Descriptors are given out from the lowest, so after this many free ones there are no more.
#define GAP 16

// Finds the program's sockets, which are all the script's.
static nfds_t find_sockets(struct pollfd* sockets) {
    nfds_t count = 0;
    int gap = 0;
    for (int file = STDERR_FILENO + 1; gap < GAP && count < SOCKETS_MAX; ++file) {
        struct stat facts;
        if (fstat(file, &facts)) {
            ++gap;
            continue;
        }
        gap = 0;
        if (S_ISSOCK(facts.st_mode)) {
            sockets[count++] = (struct pollfd) {.fd = file, .events = POLLIN};
        }
    }
    return count;
}

static bool wait_for_data(int32_t milliseconds) {
    struct pollfd sockets[SOCKETS_MAX];
    return poll(sockets, find_sockets(sockets), milliseconds) > 0;
}

mSCRIPT_BIND_FUNCTION(wait_binding, BOOL, wait_for_data, 1, S32, milliseconds);

// Returns whether a socket is TCP, bound, and neither connected nor listening.
static bool is_only_bound(int file) {
    struct sockaddr_in address = {0};
    socklen_t size = sizeof(address);
    int listens = 1;
    socklen_t listens_size = sizeof(listens);
    if (getsockname(file, (struct sockaddr*) &address, &size) || address.sin_family != AF_INET || !address.sin_port ||
        getsockopt(file, SOL_SOCKET, SO_ACCEPTCONN, &listens, &listens_size) || listens) {
        return false;
    }
    size = sizeof(address);
    return getpeername(file, (struct sockaddr*) &address, &size) && errno == ENOTCONN;
}

// mGBA's scripting API opens TCP sockets only, so the Unix socket takes the descriptor of one.
static bool replace(int unix_socket) {
    struct pollfd sockets[SOCKETS_MAX];
    const nfds_t count = find_sockets(sockets);
    for (nfds_t i = 0; i < count; ++i) {
        if (is_only_bound(sockets[i].fd)) {
            return dup3(unix_socket, sockets[i].fd, O_CLOEXEC) >= 0;
        }
    }
    errno = ENOTSOCK;
    return false;
}

// An earlier program may have left its socket there. One that still listens keeps it.
static bool remove_unused(const char* path, const struct sockaddr_un* address) {
    struct stat status;
    if (lstat(path, &status) || !S_ISSOCK(status.st_mode)) {
        return true;
    }
    const int probe = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    const bool used = probe >= 0 && (!connect(probe, (const struct sockaddr*) address, sizeof(*address)) || errno == EAGAIN);
    if (probe >= 0) {
        close(probe);
    }
    if (used) {
        errno = EADDRINUSE;
        return false;
    }
    unlink(path);
    return true;
}

static bool bind_to(int file, const char* path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof(address.sun_path)) {
        errno = ENAMETOOLONG;
        return false;
    }
    strcpy(address.sun_path, path);
    if (!remove_unused(path, &address)) {
        return false;
    }
    // Only this account may connect.
    const mode_t mask = umask(0177);
    const bool bound = !bind(file, (struct sockaddr*) &address, sizeof(address));
    umask(mask);
    return bound;
}

static bool bind_unix(const char* path) {
    const int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    const bool bound = file >= 0 && bind_to(file, path) && replace(file);
    if (!bound) {
        fprintf(stderr, "%s: %s.\n", path, strerror(errno));
    }
    if (file >= 0) {
        close(file);
    }
    return bound;
}

mSCRIPT_BIND_FUNCTION(bind_unix_binding, BOOL, bind_unix, 1, CHARP, path);

void sockets_open(struct scripting* scripting) {
    scripting_export(scripting, "waitForData", &wait_binding);
    scripting_export(scripting, "bindUnix", &bind_unix_binding);
}
