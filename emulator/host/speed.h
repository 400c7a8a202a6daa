#ifndef HOST_SPEED_H
#define HOST_SPEED_H

#include "pacing.h"
#include "scripting.h"

// Exports the speed in thousandths of the console's: `_host.speed()`, `_host.setSpeed(thousandths)`. It must be 250 to 16000, or 0
// for unlimited; other values are ignored. `pacing` must outlive the scripts.
void speed_open(struct scripting* scripting, struct pacing* pacing);

#endif
