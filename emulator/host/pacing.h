#ifndef HOST_PACING_H
#define HOST_PACING_H

#include <stdint.h>

// Computes when each frame is due. Times as in clock.h.
struct pacing {
    double native; // the period of one frame at speed 1
    double speed;  // 0: frames are not paced
    int64_t base;  // the due time of frame 0; negative: rebase at the next frame
    uint64_t frames; // since base
};

// Starts pacing; `speed` 0 does not pace. A frame's period is frame_cycles / frequency.
void pacing_start(struct pacing* pacing, int32_t frame_cycles, int32_t frequency, double speed);

// Sets the speed from the next frame on and drops any lag.
void pacing_set_speed(struct pacing* pacing, double speed);

// Drops any lag: the next frame is due one period from now.
void pacing_rebase(struct pacing* pacing);

// Drops the lag if the next frame is already late: it is due now, and later frames follow one period apart.
void pacing_drop_lag(struct pacing* pacing);

// Counts a frame and returns when the next one is due, computed from the base so that rounding errors don't add up.
// Drops a lag of more than 250 ms, for example after a suspend, instead of running fast to make up for it.
int64_t pacing_next(struct pacing* pacing);

#endif
