#include "expiry.h"

#include "clock.h"

#include <mgba/script/macros.h>

static int64_t limit; // nanoseconds without a bridge; 0: never
static int64_t alone_since; // -1: a bridge is connected

static void set_expiry(int32_t seconds) {
    if (seconds >= 0 && seconds <= EXPIRY_MAX) {
        limit = seconds * SECOND;
    }
}

// The script tells that no bridge is connected whenever any connection ends, so the time must not begin again.
static void set_connected(bool connected) {
    if (connected) {
        alone_since = -1;
    } else if (alone_since < 0) {
        alone_since = clock_now();
    }
}

mSCRIPT_BIND_VOID_FUNCTION(set_expiry_binding, set_expiry, 1, S32, seconds);
mSCRIPT_BIND_VOID_FUNCTION(set_connected_binding, set_connected, 1, BOOL, connected);

void expiry_open(struct scripting* scripting, int64_t seconds) {
    limit = seconds * SECOND;
    alone_since = clock_now();
    scripting_export(scripting, "setExpiry", &set_expiry_binding);
    scripting_export(scripting, "setConnected", &set_connected_binding);
}

bool expiry_is_over(void) {
    return limit && alone_since >= 0 && clock_now() - alone_since > limit;
}
