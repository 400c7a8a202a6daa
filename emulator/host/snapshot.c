#include "snapshot.h"

#include "cheats.h"
#include "save.h"
#include "snapshot_layout.h"

#include <mgba/core/timing.h>
#include <mgba/internal/gb/serialize.h>
#include <mgba/internal/gba/serialize.h>

#include <stdlib.h>
#include <string.h>

#define PAGE ((size_t) 4096)

// Returns whether the cartridge has pins (GPIO). mGBA keeps them in the ROM, from where the game reads them.
static bool has_gpio(const struct GBA* gba) {
    return gba->memory.hw.gpioBase && gba->memory.hw.devices & (HW_RTC | HW_RUMBLE | HW_LIGHT_SENSOR | HW_GYRO);
}

static void take_gba(struct rest* whole, const struct GBA* gba) {
    struct gba_rest* rest = &whole->gba;
    whole->save_dirt = gba->memory.savedata.dirty;
    whole->save_dirt_age = gba->memory.savedata.dirtAge;
    memcpy(rest->io, gba->memory.io, sizeof(rest->io));
    rest->clock = gba->memory.hw.rtc;
    rest->bios_prefetch = gba->memory.biosPrefetch;
    rest->bus = gba->bus;
    rest->spring_irq = gba->springIRQ;
    rest->siocnt = gba->sio.siocnt;
    rest->rcnt = gba->sio.rcnt;
    rest->light_counter = gba->memory.hw.lightCounter;
    if (has_gpio(gba)) {
        memcpy(rest->gpio, gba->memory.hw.gpioBase, sizeof(rest->gpio));
    }
    rest->halt_pending = gba->haltPending;
}

static void restore_gba(const struct rest* whole, struct GBA* gba) {
    const struct gba_rest* rest = &whole->gba;
    gba->memory.savedata.dirty = whole->save_dirt;
    gba->memory.savedata.dirtAge = whole->save_dirt_age;
    memcpy(gba->memory.io, rest->io, sizeof(rest->io));
    gba->memory.hw.rtc = rest->clock;
    gba->memory.biosPrefetch = rest->bios_prefetch;
    gba->bus = rest->bus;
    gba->springIRQ = rest->spring_irq;
    gba->sio.siocnt = rest->siocnt;
    gba->sio.rcnt = rest->rcnt;
    gba->memory.hw.lightCounter = (unsigned) rest->light_counter & 0xFFF;
    if (has_gpio(gba)) {
        memcpy(gba->memory.hw.gpioBase, rest->gpio, sizeof(rest->gpio));
    }
    gba->haltPending = rest->halt_pending;
}

static void take_gb(struct rest* whole, struct GB* gb) {
    struct gb_rest* rest = &whole->gb;
    whole->save_dirt = gb->sramDirty;
    whole->save_dirt_age = gb->sramDirtAge;
    memcpy(&rest->mbc, &gb->memory.mbcState, sizeof(rest->mbc));
    rest->style = gb->audio.style;
    rest->skips_audio_frame = gb->audio.skipFrame;
    rest->motor_runs = sensors_motor();
    rest->bus_decay = gb->memory.cartBusDecay;
    rest->serial_next = gb->sio.nextEvent;
    rest->serial_period = gb->sio.period;
    rest->serial_bits = gb->sio.remainingBits;
    rest->serial_byte = gb->sio.pendingSB;
    rest->serial_runs = mTimingIsScheduled(&gb->timing, &gb->sio.event);
    rest->serial_left = rest->serial_runs ? (int32_t) gb->sio.event.when - mTimingCurrentTime(&gb->timing) : 0;
}

// Undoes a side effect: when mGBA loads a state, it sends the Super Game Boy a packet.
static void restore_packets(const struct GBSerializedState* state, struct GB* gb) {
    gb->video.sgbCommandHeader = state->sgb.command;
    gb->video.sgbBufferIndex = (int) GBSerializedSGBFlagsGetBufferIndex(state->sgb.flags);
    memcpy(gb->video.sgbPacketBuffer, state->sgb.packet, sizeof(state->sgb.packet));
}

static void restore_gb(const struct rest* whole, struct GB* gb) {
    const struct gb_rest* rest = &whole->gb;
    gb->sramDirty = whole->save_dirt;
    gb->sramDirtAge = whole->save_dirt_age;
    memcpy(&gb->memory.mbcState, &rest->mbc, sizeof(rest->mbc));
    gb->audio.style = rest->style;
    gb->audio.skipFrame = rest->skips_audio_frame;
    sensors_set_motor(rest->motor_runs);
    gb->memory.cartBusDecay = rest->bus_decay;
    gb->sio.nextEvent = rest->serial_next;
    gb->sio.period = rest->serial_period;
    gb->sio.remainingBits = rest->serial_bits;
    gb->sio.pendingSB = rest->serial_byte;
    if (rest->serial_runs) {
        mTimingSchedule(&gb->timing, &gb->sio.event, rest->serial_left);
    }
}

bool snapshot_reserve(struct snapshot* snapshot, size_t size) {
    if (size <= snapshot->capacity) {
        return true;
    }
    const size_t capacity = (size + PAGE - 1) / PAGE * PAGE;
    free(snapshot->bytes);
    snapshot->bytes = aligned_alloc(PAGE, capacity);
    snapshot->capacity = snapshot->bytes ? capacity : 0;
    return snapshot->bytes;
}

void snapshot_free(struct snapshot* snapshot) {
    free(snapshot->bytes);
    *snapshot = (struct snapshot) {0};
}

bool snapshot_take(struct snapshot* snapshot, struct mCore* core) {
    const size_t machine = core->stateSize(core);
    void* save = NULL;
    const size_t save_size = core->savedataClone(core, &save);
    size_t cheats_size;
    const char* cheats = cheats_get(&cheats_size);
    const size_t size = machine + sizeof(struct rest) + save_size + cheats_size;
    if (!snapshot_reserve(snapshot, size)) {
        free(save);
        return false;
    }
    snapshot->size = size;
    // Zeroed, because mGBA writes only the fields that it uses.
    memset(snapshot->bytes, 0, machine + sizeof(struct rest));
    core->saveState(core, snapshot->bytes);
    struct rest* rest = (struct rest*) (snapshot->bytes + machine);
    rest->keys = core->getKeys(core);
    rest->sensors = sensors_get();
    rest->save_size = (uint32_t) save_size;
    rest->cheats_size = (uint32_t) cheats_size;
    switch (core->platform(core)) {
    case mPLATFORM_GBA:
        take_gba(rest, core->board);
        break;
    case mPLATFORM_GB:
        take_gb(rest, core->board);
        break;
    default:
        break;
    }
    if (save_size) {
        memcpy(rest + 1, save, save_size);
    }
    memcpy((uint8_t*) (rest + 1) + save_size, cheats, cheats_size);
    free(save);
    return true;
}

// When the game finds out the kind of its save memory, mGBA makes the file as large as that, and erased beyond its end.
static void restore_save_of_unknown_kind(const struct rest* rest, struct mCore* core) {
    void* save = NULL;
    const size_t size = core->savedataClone(core, &save);
    if (size > rest->save_size && save) {
        memcpy(save, rest + 1, rest->save_size);
        memset((uint8_t*) save + rest->save_size, 0xFF, size - rest->save_size);
        core->savedataRestore(core, save, size, true);
    }
    free(save);
}

bool snapshot_restore(const struct snapshot* snapshot, struct mCore* core) {
    const size_t machine = core->stateSize(core);
    const struct rest* rest = (const struct rest*) (snapshot->bytes + machine);
    const bool is_gba = core->platform(core) == mPLATFORM_GBA;
    struct cheat_fault unused;
    if (!cheats_set((const char*) (rest + 1) + rest->save_size, rest->cheats_size, &unused)) {
        return false;
    }
    if (is_gba) {
        // Otherwise mGBA may close the save file when the kind changes.
        save_set_kind(core, ((const struct GBASerializedState*) snapshot->bytes)->savedata.type);
    }
    if (!core->loadState(core, snapshot->bytes)) {
        return false;
    }
    if (rest->save_size) {
        core->savedataRestore(core, rest + 1, rest->save_size, true);
    }
    if (is_gba) {
        if (((const struct GBASerializedState*) snapshot->bytes)->savedata.type == (uint8_t) SAVEDATA_AUTODETECT) {
            restore_save_of_unknown_kind(rest, core);
        }
        restore_gba(rest, core->board);
    } else {
        restore_gb(rest, core->board);
        restore_packets((const struct GBSerializedState*) snapshot->bytes, core->board);
    }
    core->setKeys(core, rest->keys);
    sensors_set(&rest->sensors);
    return true;
}

void snapshot_restore_in_frame(const struct snapshot* snapshot, struct mCore* core) {
    snapshot_restore(snapshot, core);
    if (core->platform(core) == mPLATFORM_GBA) {
        --((struct GBA*) core->board)->video.frameCounter;
    } else {
        --((struct GB*) core->board)->video.frameCounter;
    }
}
