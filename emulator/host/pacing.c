#include "pacing.h"

#include "clock.h"

#define LAG_MAX (SECOND / 4)

void pacing_start(struct pacing* pacing, int32_t frame_cycles, int32_t frequency, double speed) {
    pacing->native = (double) frame_cycles * SECOND / frequency;
    pacing->speed = speed;
    pacing_rebase(pacing);
}

void pacing_set_speed(struct pacing* pacing, double speed) {
    pacing->speed = speed;
    pacing->base = -1;
}

void pacing_rebase(struct pacing* pacing) {
    pacing->base = clock_now();
    pacing->frames = 0;
}

int64_t pacing_next(struct pacing* pacing) {
    if (pacing->base < 0) {
        pacing_rebase(pacing);
    }
    ++pacing->frames;
    int64_t due = pacing->base + (int64_t) ((double) pacing->frames * pacing->native / pacing->speed);
    int64_t now = clock_now();
    if (now - due > LAG_MAX) {
        pacing_rebase(pacing);
        return now;
    }
    return due;
}
