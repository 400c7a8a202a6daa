#include "audience.h"

#include "signals.h"

#include <poll.h>
#include <unistd.h>

bool audience_is_gone(void) {
    struct pollfd output = {.fd = STDOUT_FILENO};
    return signals_end_is_pending() || (poll(&output, 1, 0) > 0 && output.revents & (POLLERR | POLLHUP));
}
