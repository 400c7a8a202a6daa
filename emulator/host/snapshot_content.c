#include "snapshot.h"

#include "cheat_list.h"
#include "movie.h"
#include "snapshot_layout.h"

#include <mgba/internal/gb/serialize.h>
#include <mgba/internal/gba/serialize.h>

#include <string.h>

static size_t machine_size(enum mPlatform platform) {
    return platform == mPLATFORM_GBA ? sizeof(struct GBASerializedState) : sizeof(struct GBSerializedState);
}

static const struct rest* rest_of(const struct snapshot* snapshot, enum mPlatform platform) {
    return (const struct rest*) (snapshot->bytes + machine_size(platform));
}

uint32_t snapshot_keys(const struct snapshot* snapshot, enum mPlatform platform) {
    return rest_of(snapshot, platform)->keys;
}

struct sensor_values snapshot_sensors(const struct snapshot* snapshot, enum mPlatform platform) {
    return rest_of(snapshot, platform)->sensors;
}

const uint8_t* snapshot_save(const uint8_t* bytes, enum mPlatform platform, size_t* size) {
    const struct rest* rest = (const struct rest*) (bytes + machine_size(platform));
    *size = rest->save_size;
    return (const uint8_t*) (rest + 1);
}

const char* snapshot_cheats(const struct snapshot* snapshot, enum mPlatform platform, size_t* size) {
    const struct rest* rest = rest_of(snapshot, platform);
    *size = rest->cheats_size;
    return (const char*) (rest + 1) + rest->save_size;
}

// A byte that C could take for neither false nor true.
static void make_bool(bool* value) {
    uint8_t byte;
    memcpy(&byte, value, 1);
    *value = byte;
}

static bool is_within(int64_t value, int64_t min, int64_t max) {
    return value >= min && value <= max;
}

// mGBA uses these as indexes and numbers of bits.
static bool is_sound_gba(struct gba_rest* rest) {
    make_bool(&rest->halt_pending);
    const struct GBARTC* clock = &rest->clock;
    return is_within(clock->bytesRemaining, 0, sizeof(clock->time)) && is_within(clock->bitsRead, 0, 8)
        && is_within(clock->transferStep, 0, 2);
}

static bool is_sound_gb(struct gb_rest* rest) {
    make_bool(&rest->serial_runs);
    make_bool(&rest->skips_audio_frame);
    make_bool(&rest->motor_runs);
    return is_within(rest->serial_bits, 0, 8) && is_within(rest->style, GB_AUDIO_DMG, GB_AUDIO_GBA)
        && (!rest->serial_runs || (rest->serial_period > 0 && rest->serial_left >= -rest->serial_period));
}

// Whether the registers of a memory controller are plain numbers, which it masks.
static bool is_plain(enum GBMemoryBankControllerType type) {
    return type == GB_MBC_NONE || type == GB_MBC1 || type == GB_MBC2 || type == GB_MBC3 || type == GB_MBC3_RTC || type == GB_MBC5
        || type == GB_MBC5_RUMBLE;
}

static bool are_sound(const struct sensor_values* sensors) {
    struct sensor_values same;
    return sensors_make(&same, sensors->tilt_x, sensors->tilt_y, sensors->gyroscope, sensors->light);
}

// mGBA uses the address in the EEPROM of an MBC7 as an index.
static void make_mbc7(struct GBMBC7State* mbc) {
    make_bool(&mbc->writable);
    mbc->address &= 0x7F;
}

bool snapshot_adopt(struct snapshot* snapshot, const uint8_t* bytes, size_t size, struct mCore* core) {
    const enum mPlatform platform = core->platform(core);
    const size_t machine = machine_size(platform);
    const size_t fixed = machine + sizeof(struct rest);
    if (size < fixed || size - fixed > MOVIE_SAVE_MAX + CHEATS_BYTES_MAX || !snapshot_reserve(snapshot, size)) {
        return false;
    }
    memcpy(snapshot->bytes, bytes, size);
    snapshot->size = size;
    struct rest* rest = (struct rest*) (snapshot->bytes + machine);
    rest->keys &= 0x3FF;
    const bool has_sizes = rest->save_size <= MOVIE_SAVE_MAX && rest->cheats_size <= CHEATS_BYTES_MAX
        && rest->save_size + rest->cheats_size == size - fixed;
    if (!has_sizes || !are_sound(&rest->sensors)) {
        return false;
    }
    if (platform == mPLATFORM_GBA) {
        return is_sound_gba(&rest->gba);
    }
    const struct GB* gb = core->board;
    if (gb->memory.mbcType == GB_MBC7) {
        make_mbc7(&rest->gb.mbc.mbc7);
    } else if (!is_plain(gb->memory.mbcType)) {
        memcpy(&rest->gb.mbc, &gb->memory.mbcState, sizeof(rest->gb.mbc));
    }
    return is_sound_gb(&rest->gb);
}
