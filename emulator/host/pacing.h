#ifndef HOST_PACING_H
#define HOST_PACING_H

#include <stdint.h>

// When each frame is due. Times as in clock.h.
struct pacing {
    double native; // the period of one frame at speed 1
    double speed;  // 0: frames are not paced
    int64_t base;  // less than 0: the next frame is the first one
    uint64_t frames; // since base
};

// `speed` 0: not paced. The period is exact: cycles of a frame / cycles of a second.
void pacing_start(struct pacing* pacing, int32_t frame_cycles, int32_t frequency, double speed);

// From the next frame on. Time lost or won at the old speed is forgotten.
void pacing_set_speed(struct pacing* pacing, double speed);

// The next frame is due one period from now, whatever was before.
void pacing_rebase(struct pacing* pacing);

// The time by which the next frame is late already is no lag to be made up for: it is due at once, the others a period apart.
void pacing_forgive(struct pacing* pacing);

// Counts a frame and gives the time at which the next one is due. Computed from the base each time, so rounding doesn't
// add up. Behind by more than 250 ms (a suspended machine, a slow script) it forgets the lost time instead of racing.
int64_t pacing_next(struct pacing* pacing);

#endif
