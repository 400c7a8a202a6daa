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

static int64_t due(const struct pacing* pacing, uint64_t frames) {
    return pacing->base + (int64_t) ((double) frames * pacing->native / pacing->speed);
}

void pacing_drop_lag(struct pacing* pacing) {
    if (pacing->base < 0 || pacing->speed <= 0) {
        return;
    }
    const int64_t late = clock_now() - due(pacing, pacing->frames + 1);
    if (late > 0) {
        pacing->base += late;
    }
}

int64_t pacing_next(struct pacing* pacing) {
    if (pacing->base < 0) {
        pacing_rebase(pacing);
    }
    ++pacing->frames;
    const int64_t next = due(pacing, pacing->frames);
    const int64_t now = clock_now();
    if (now - next > LAG_MAX) {
        pacing_rebase(pacing);
        return now;
    }
    return next;
}
