#include "outside.h"

#include "cheats.h"

#include <mgba/internal/gba/gba.h>
#include <mgba/internal/gba/io.h>

#include <string.h>
#include <time.h>

static struct mCore original; // its functions, as mGBA set them
static const struct outside* told; // the listener of outside_attach; NULL: none

static void report_act(enum act_kind kind, const void* bytes, size_t size) {
    // Cheats write with the same functions, and are a part of the machine.
    if (told && !cheats_are_running()) {
        told->on_act(told->context, kind, bytes, size);
    }
}

static bool save_state(struct mCore* core, void* state) {
    memset(state, 0, core->stateSize(core));
    return original.saveState(core, state);
}

// With an interrupt of the keys switched on, mGBA may raise it even if they stay the same.
static bool interrupts_on_keys(const struct mCore* core) {
    return core->platform(core) == mPLATFORM_GBA
        && ((const struct GBA*) core->board)->memory.io[REG_KEYCNT >> 1] & 0x4000;
}

static void change_keys(struct mCore* core, uint32_t keys) {
    if (keys != original.getKeys(core) || interrupts_on_keys(core)) {
        report_act(ACT_KEYS, &keys, sizeof(keys));
    }
    original.setKeys(core, keys);
}

static void add_keys(struct mCore* core, uint32_t keys) {
    change_keys(core, original.getKeys(core) | keys);
}

static void clear_keys(struct mCore* core, uint32_t keys) {
    change_keys(core, original.getKeys(core) & ~keys);
}

static void report_write(enum act_kind kind, uint8_t width, uint32_t address, int segment, uint32_t value) {
    const struct act_write write = {address, segment, value, width};
    report_act(kind, &write, sizeof(write));
}

static void bus_write8(struct mCore* core, uint32_t address, uint8_t value) {
    report_write(ACT_BUS, 1, address, 0, value);
    original.busWrite8(core, address, value);
}

static void bus_write16(struct mCore* core, uint32_t address, uint16_t value) {
    report_write(ACT_BUS, 2, address, 0, value);
    original.busWrite16(core, address, value);
}

static void bus_write32(struct mCore* core, uint32_t address, uint32_t value) {
    report_write(ACT_BUS, 4, address, 0, value);
    original.busWrite32(core, address, value);
}

static void raw_write8(struct mCore* core, uint32_t address, int segment, uint8_t value) {
    report_write(ACT_RAW, 1, address, segment, value);
    original.rawWrite8(core, address, segment, value);
}

static void raw_write16(struct mCore* core, uint32_t address, int segment, uint16_t value) {
    report_write(ACT_RAW, 2, address, segment, value);
    original.rawWrite16(core, address, segment, value);
}

static void raw_write32(struct mCore* core, uint32_t address, int segment, uint32_t value) {
    report_write(ACT_RAW, 4, address, segment, value);
    original.rawWrite32(core, address, segment, value);
}

static bool write_register(struct mCore* core, const char* name, const void* value) {
    struct act_register write = {0};
    memcpy(&write.value, value, sizeof(write.value));
    strncpy(write.name, name, sizeof(write.name) - 1);
    report_act(ACT_REGISTER, &write, sizeof(write));
    return original.writeRegister(core, name, value);
}

void outside_set_sensors(const struct sensor_values* values) {
    const struct sensor_values before = sensors_get();
    if (memcmp(&before, values, sizeof(before))) {
        report_act(ACT_SENSORS, values, sizeof(*values));
    }
    sensors_set(values);
}

bool outside_set_cheats(const char* text, size_t size, struct cheat_fault* fault) {
    size_t before_size;
    const char* before = cheats_get(&before_size);
    const bool is_change = size != before_size || (size && memcmp(before, text, size));
    if (!is_change) {
        return true;
    }
    if (!cheats_set(text, size, fault)) {
        return false;
    }
    report_act(ACT_CHEATS, text, size);
    return true;
}

static struct mCheatDevice* no_cheats(struct mCore* core) {
    (void) core;
    return NULL;
}

static bool load_state(struct mCore* core, const void* state) {
    report_act(ACT_LOAD, NULL, 0);
    return original.loadState(core, state);
}

static bool restore_save(struct mCore* core, const void* save, size_t size, bool writes_back) {
    report_act(ACT_LOAD, NULL, 0);
    return original.savedataRestore(core, save, size, writes_back);
}

static bool load_rom(struct mCore* core, struct VFile* file) {
    report_act(ACT_FILE, NULL, 0);
    struct cheat_fault unused;
    cheats_set("", 0, &unused);
    return original.loadROM(core, file);
}

static bool load_save(struct mCore* core, struct VFile* file) {
    report_act(ACT_FILE, NULL, 0);
    return original.loadSave(core, file);
}

static bool load_temporary_save(struct mCore* core, struct VFile* file) {
    report_act(ACT_FILE, NULL, 0);
    return original.loadTemporarySave(core, file);
}

static void reset(struct mCore* core) {
    report_act(ACT_LOAD, NULL, 0);
    original.reset(core);
}

static void step(struct mCore* core) {
    report_act(ACT_STEP, NULL, 0);
    original.step(core);
}

static void run_frame(struct mCore* core) {
    report_act(ACT_STEP, NULL, 0);
    original.runFrame(core);
}

static time_t read_clock(struct mRTCSource* source) {
    const struct mRTCGenericSource* clock = (const struct mRTCGenericSource*) source;
    const time_t now = original.rtc.d.unixTime(source);
    // Other kinds of clocks are a function of the machine.
    const bool is_outside = clock->override == RTC_NO_OVERRIDE || clock->override == RTC_WALLCLOCK_OFFSET;
    return told && is_outside ? (time_t) told->on_clock(told->context, now) : now;
}

void outside_attach(struct mCore* core, const struct outside* listener) {
    original = *core;
    told = listener;
    core->saveState = save_state;
    core->cheatDevice = no_cheats;
    core->loadROM = load_rom;
    if (!listener) {
        return;
    }
    core->setKeys = change_keys;
    core->addKeys = add_keys;
    core->clearKeys = clear_keys;
    core->busWrite8 = bus_write8;
    core->busWrite16 = bus_write16;
    core->busWrite32 = bus_write32;
    core->rawWrite8 = raw_write8;
    core->rawWrite16 = raw_write16;
    core->rawWrite32 = raw_write32;
    core->writeRegister = write_register;
    core->loadState = load_state;
    core->savedataRestore = restore_save;
    core->loadSave = load_save;
    core->loadTemporarySave = load_temporary_save;
    core->reset = reset;
    core->step = step;
    core->runFrame = run_frame;
    core->rtc.d.unixTime = read_clock;
}

static void repeat_write(struct mCore* core, const struct act_write* write, bool is_raw) {
    switch (write->width) {
    case 1:
        is_raw ? original.rawWrite8(core, write->address, write->segment, (uint8_t) write->value)
               : original.busWrite8(core, write->address, (uint8_t) write->value);
        break;
    case 2:
        is_raw ? original.rawWrite16(core, write->address, write->segment, (uint16_t) write->value)
               : original.busWrite16(core, write->address, (uint16_t) write->value);
        break;
    default:
        is_raw ? original.rawWrite32(core, write->address, write->segment, write->value)
               : original.busWrite32(core, write->address, write->value);
        break;
    }
}

void outside_repeat(struct mCore* core, const struct act* act) {
    union {
        uint32_t keys;
        struct act_write write;
        struct act_register named;
        struct sensor_values sensors;
    } what;
    struct cheat_fault unused;
    memcpy(&what, act->bytes, act->size < sizeof(what) ? act->size : sizeof(what));
    switch (act->kind) {
    case ACT_KEYS:
        original.setKeys(core, what.keys);
        break;
    case ACT_BUS:
    case ACT_RAW:
        repeat_write(core, &what.write, act->kind == ACT_RAW);
        break;
    case ACT_REGISTER:
        original.writeRegister(core, what.named.name, &what.named.value);
        break;
    case ACT_SENSORS:
        sensors_set(&what.sensors);
        break;
    case ACT_CHEATS:
        cheats_set((const char*) act->bytes, act->size, &unused);
        break;
    default:
        break;
    }
}
