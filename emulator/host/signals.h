#ifndef HOST_SIGNALS_H
#define HOST_SIGNALS_H

#include "scripting.h"

#include <stdbool.h>

// Blocks the signals that the program acts on. They stay pending until they are taken below, so none is lost or
// arrives at a bad moment, and no system call of a script is ever interrupted by one.
void signals_block(void);

// mGBA sends on sockets without MSG_NOSIGNAL, so a script that writes to a client that is gone ends the program, unless it
// is to survive that. Nothing is inherited from the starting program.
void signals_survive_lost_clients(bool survive);

// Tells the scripts whether the program was told to end: `_host.isEnding()`. One that stays in a callback has to ask.
void signals_open(struct scripting* scripting);

// Whether a script has asked since this was called last.
bool signals_were_asked(void);

enum signal_request { SIGNAL_NONE, SIGNAL_END, SIGNAL_TOGGLE_PAUSE };

// The next pending request. With `wait` it sleeps until there is one.
enum signal_request signals_take(bool wait);

#endif
