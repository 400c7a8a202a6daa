#ifndef HOST_QUIET_H
#define HOST_QUIET_H

#include "scripting.h"

// Frames without the callback `frame`, decided by the script: `_host.quietFrames(frames)`, from the next one on, 1 to 1000. For one
// script alone, because others may want each frame. `scripting` must outlive the script.
void quiet_open(struct scripting* scripting);

#endif
