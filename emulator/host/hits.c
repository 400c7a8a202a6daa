#include "hits.h"

#include "exact_run.h"

#include <mgba/core/timing.h>
#include <mgba/internal/arm/arm.h>
#include <mgba/internal/gba/gba.h>
#include <mgba/internal/sm83/sm83.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// Hits that wait for the script, which takes them each frame.
#define HITS_MAX 64

static struct hit hits[HITS_MAX];
static size_t hit_count;
static int64_t lost;

static bool is_gba(const struct game* game) {
    return game->core->platform(game->core) == mPLATFORM_GBA;
}

size_t hit_register_count(const struct game* game) {
    return is_gba(game) ? 17 : 10; // those that read_registers writes
}

static void read_registers(struct hit* hit, struct game* game) {
    if (is_gba(game)) {
        const struct ARMCore* cpu = game->core->cpu;
        for (size_t i = 0; i < 16; ++i) {
            hit->registers[i] = (uint32_t) cpu->gprs[i];
        }
        hit->registers[16] = (uint32_t) cpu->cpsr.packed;
        return;
    }
    const struct SM83Core* cpu = game->core->cpu;
    const uint32_t all[] = {cpu->a, cpu->f.packed, cpu->b, cpu->c, cpu->d, cpu->e, cpu->h, cpu->l, cpu->sp, cpu->pc};
    memcpy(hit->registers, all, sizeof(all));
}

void hit_read(struct hit* hit, struct game* game, int32_t id, const struct access_seen* seen, uint32_t begin) {
    struct mCore* core = game->core;
    *hit = (struct hit) {
        .id = id, .seen = *seen, .frame = (int64_t) core->frameCounter(core),
        .is_dma = is_gba(game) && ((const struct GBA*) core->board)->performingDMA,
        // A timing unit is a cycle on the GBA, and half of one on the Game Boy.
        .cycle = ((uint32_t) mTimingCurrentTime(core->timing) - begin) / (is_gba(game) ? 1 : 2),
        .pc = seen->accesses == ACCESS_EXECUTE ? seen->address : exact_run_address(core),
    };
    read_registers(hit, game);
}

size_t hit_write(char* to, size_t left, const struct hit* hit, struct game* game) {
    const struct access_seen* seen = &hit->seen;
    size_t size = (size_t) snprintf(to, left, "%" PRId32 " %u %" PRId64 " %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32
                                    " %" PRIu32 " %d", hit->id, seen->accesses, hit->frame, hit->cycle, hit->pc, seen->address,
                                    seen->size, seen->before, seen->after, hit->is_dma);
    for (size_t i = 0; i < hit_register_count(game); ++i) {
        size += (size_t) snprintf(to + size, left - size, " %" PRIu32, hit->registers[i]);
    }
    return size;
}

void hits_add(const struct hit* hit) {
    if (hit_count == HITS_MAX) {
        ++lost;
        return;
    }
    hits[hit_count++] = *hit;
}

const char* hits_take(struct game* game, size_t* size) {
    static char lines[32 + HITS_MAX * HIT_LINE_MAX];
    *size = 0;
    if (!hit_count && !lost) {
        return lines;
    }
    *size = (size_t) snprintf(lines, sizeof(lines), "%" PRId64 "\n", lost);
    for (size_t i = 0; i < hit_count; ++i) {
        *size += hit_write(lines + *size, sizeof(lines) - *size, &hits[i], game);
        lines[(*size)++] = '\n';
    }
    hits_clear();
    return lines;
}

void hits_clear(void) {
    hit_count = 0;
    lost = 0;
}
