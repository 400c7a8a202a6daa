#include "power.h"

#include <mgba/internal/gb/gb.h>
#include <mgba/internal/gba/gba.h>

#include <stdlib.h>
#include <string.h>

// A state starts at a page: mGBA is many times slower with one at another address.
#define PAGE ((size_t) 4096)

static uint32_t checksum(struct mCore* core) {
    uint32_t sum = 0;
    core->checksum(core, &sum, mCHECKSUM_CRC32);
    return sum;
}

// Zeroed, because mGBA writes only the fields that it uses.
static void* allocate(size_t size) {
    const size_t pages = (size + PAGE - 1) / PAGE * PAGE;
    void* memory = aligned_alloc(PAGE, pages);
    return memory ? memset(memory, 0, pages) : NULL;
}

// mGBA doesn't load a prefetched BIOS instruction of 0, which a console has that executed none. The cartridge's clock must not go back to
// the time of the state.
static void load_gba(struct mCore* core, const void* state) {
    struct GBA* gba = core->board;
    const struct GBARTC clock = gba->memory.hw.rtc;
    core->loadState(core, state);
    gba->memory.hw.rtc = clock;
    gba->memory.biosPrefetch = 0;
}

static bool has_mbc3_clock(const struct mCore* core) {
    return core->platform(core) == mPLATFORM_GB && ((const struct GB*) core->board)->memory.mbcType == GB_MBC3_RTC;
}

bool power_has_clock(const struct mCore* core) {
    if (core->platform(core) == mPLATFORM_GBA) {
        return ((const struct GBA*) core->board)->memory.hw.devices & HW_RTC;
    }
    const enum GBMemoryBankControllerType type = ((const struct GB*) core->board)->memory.mbcType;
    return has_mbc3_clock(core) || type == GB_HuC3 || type == GB_TAMA5;
}

// Keeps the clock of an MBC3, which mGBA's reset sets to zero or to that of the save file.
static void reset(struct mCore* core) {
    if (!has_mbc3_clock(core)) {
        core->reset(core);
        return;
    }
    struct GB* gb = core->board;
    const struct GBMemory before = gb->memory;
    core->reset(core);
    memcpy(gb->memory.rtcRegs, before.rtcRegs, sizeof(before.rtcRegs));
    gb->memory.rtcLastLatch = before.rtcLastLatch;
}

// Writes to the MBC3 add the time since the clock was last read to its registers, so that these don't tell of earlier runs.
static void advance_clock(struct GB* gb) {
    for (uint8_t latch = 0; latch < 3; ++latch) {
        gb->memory.mbcWrite(gb, 0x6000, latch & 1);
    }
}

// The clock is a part of the memory controller. The models' sound differs in more ways than mGBA distinguishes when it loads a state.
static void load_gb(struct mCore* core, const void* state) {
    struct GB* gb = core->board;
    const struct GBMemory after_reset = gb->memory;
    const enum GBAudioStyle style = gb->audio.style;
    core->loadState(core, state);
    memcpy(gb->memory.rtcRegs, after_reset.rtcRegs, sizeof(after_reset.rtcRegs));
    gb->memory.rtcLastLatch = after_reset.rtcLastLatch;
    gb->memory.mbcState = after_reset.mbcState;
    gb->audio.style = style;
    if (has_mbc3_clock(core)) {
        advance_clock(gb);
    }
}

// mGBA's reset leaves a part of the machine as it was: video memory, the detected kind of save memory, the bus, times of events.
static void load(struct mCore* core, const void* state) {
    switch (core->platform(core)) {
    case mPLATFORM_GBA:
        load_gba(core, state);
        break;
    case mPLATFORM_GB:
        load_gb(core, state);
        break;
    default:
        break;
    }
}

void power_on(struct power_on* power, struct mCore* core) {
    reset(core);
    *power = (struct power_on) {.state = allocate(core->stateSize(core)), .checksum = checksum(core)};
    if (power->state) {
        core->saveState(core, power->state);
        load(core, power->state);
    }
}

void power_cycle(const struct power_on* power, struct mCore* core) {
    reset(core);
    if (power->state && power->checksum == checksum(core)) {
        load(core, power->state);
    }
}

void power_free(struct power_on* power) {
    free(power->state);
    power->state = NULL;
}
