#ifndef HOST_SPEED_H
#define HOST_SPEED_H

#include "pacing.h"
#include "scripting.h"

// The game's speed, given to the scripts in thousandths of the console's own: `_host.speed()`, `_host.setSpeed(thousandths)`.
// 250 to 16000, or 0 for as fast as it can; anything else is not set. `pacing` must outlive the scripts.
void speed_open(struct scripting* scripting, struct pacing* pacing);

#endif
