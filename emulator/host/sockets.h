#ifndef HOST_SOCKETS_H
#define HOST_SOCKETS_H

#include "scripting.h"

// Gives the script _host.waitForData(milliseconds): waits until one of its sockets can be read or a client connects, and returns whether
// one did. mGBA's own `select` waits for a single socket. And _host.bindUnix(path): makes the script's one TCP socket that was opened and
// does not listen yet a Unix socket, which only this account can connect to; returns false if it can't, and prints why.
void sockets_open(struct scripting* scripting);

#endif
