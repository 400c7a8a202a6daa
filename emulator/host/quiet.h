#ifndef HOST_QUIET_H
#define HOST_QUIET_H

#include "scripting.h"

// Exports `_host.quietFrames(n)`: skips the callback `frame` for the next n frames, 1 to 1000. Only used with a single script, because
// other scripts may need every frame. `scripting` must outlive the script.
void quiet_open(struct scripting* scripting);

#endif
