#ifndef HOST_SOCKETS_H
#define HOST_SOCKETS_H

#include "scripting.h"

// Gives the script _host.waitForData(milliseconds): waits until one of its sockets can be read or a client connects, and returns whether
// one did. mGBA's own `select` waits for a single socket.
void sockets_open(struct scripting* scripting);

#endif
