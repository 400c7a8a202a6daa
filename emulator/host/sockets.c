#include "sockets.h"

#include <mgba/script/macros.h>

#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define SOCKETS_MAX 64
// Descriptors are given out from the lowest, so after this many free ones there are no more.
#define GAP 16

// Finds the program's sockets, which are all the script's.
static nfds_t find(struct pollfd* sockets) {
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
    return poll(sockets, find(sockets), milliseconds) > 0;
}

mSCRIPT_BIND_FUNCTION(wait_binding, BOOL, wait_for_data, 1, S32, milliseconds);

void sockets_open(struct scripting* scripting) {
    scripting_export(scripting, "waitForData", &wait_binding);
}
