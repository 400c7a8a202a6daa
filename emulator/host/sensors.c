#include "sensors.h"

#include "power.h"

#include <mgba/gba/interface.h>
#include <mgba/internal/gb/gb.h>
#include <mgba/internal/gba/gba.h>

// mGBA shifts the values of tilt and gyroscope by these bits to get the units of the hardware.
#define UNIT ((int32_t) 1 << 21)

// A quarter turn in these units: GBATEK has 0x2AF to 0x477 for the tilt sensor of a GBA, Pan Docs have 0x70 for that of an MBC7.
#define GBA_QUARTER 0xE0
#define GB_QUARTER 0x70
// GBATEK: the gyroscope gives 0x6C0 at rest, and 0x354 to 0x9E3 when it is turned fast.
#define GYROSCOPE_FAST 0x320

#define LUMINANCE_DARK 0xFF
#define MOTOR_PIN 8

static struct sensor_values present;
static int32_t quarter;
static bool motor_runs;
static bool has_rumbled;

static int32_t scale(int16_t thousandths, int32_t units) {
    const int32_t half = thousandths < 0 ? -SENSOR_MAX / 2 : SENSOR_MAX / 2;
    return (thousandths * units + half) / SENSOR_MAX * UNIT;
}

static int32_t read_tilt_x(struct mRotationSource* source) {
    (void) source;
    return scale(present.tilt_x, quarter);
}

static int32_t read_tilt_y(struct mRotationSource* source) {
    (void) source;
    return scale(present.tilt_y, quarter);
}

static int32_t read_gyroscope(struct mRotationSource* source) {
    (void) source;
    return scale(present.gyroscope, GYROSCOPE_FAST);
}

static void sample_light(struct GBALuminanceSource* source) {
    (void) source;
}

// The brighter it is, the sooner the sensor's counter ends.
static uint8_t read_light(struct GBALuminanceSource* source) {
    (void) source;
    return (uint8_t) (LUMINANCE_DARK - (present.light * LUMINANCE_DARK + SENSOR_MAX / 2) / SENSOR_MAX);
}

static void set_rumble(struct mRumble* rumble, int runs) {
    (void) rumble;
    sensors_set_motor(runs);
}

void sensors_attach(struct mCore* core) {
    static struct mRotationSource rotation = {.readTiltX = read_tilt_x, .readTiltY = read_tilt_y, .readGyroZ = read_gyroscope};
    static struct GBALuminanceSource luminance = {.sample = sample_light, .readLuminance = read_light};
    static struct mRumble rumble = {.setRumble = set_rumble};
    const bool is_gba = core->platform(core) == mPLATFORM_GBA;
    present = (struct sensor_values) {0};
    quarter = is_gba ? GBA_QUARTER : GB_QUARTER;
    motor_runs = has_rumbled = false;
    core->setPeripheral(core, mPERIPH_ROTATION, &rotation);
    core->setPeripheral(core, mPERIPH_RUMBLE, &rumble);
    if (is_gba) {
        core->setPeripheral(core, mPERIPH_GBA_LUMINANCE, &luminance);
    }
}

static unsigned sensors_of_gba(const struct GBA* gba) {
    const uint32_t devices = gba->memory.hw.devices;
    return (devices & HW_TILT ? SENSOR_TILT : 0) | (devices & HW_GYRO ? SENSOR_GYROSCOPE : 0)
        | (devices & HW_LIGHT_SENSOR ? SENSOR_LIGHT : 0) | (devices & HW_RUMBLE ? SENSOR_RUMBLE : 0);
}

static unsigned sensors_of_gb(const struct GB* gb) {
    const enum GBMemoryBankControllerType type = gb->memory.mbcType;
    return (type == GB_MBC7 ? SENSOR_TILT : 0) | (type == GB_MBC5_RUMBLE ? SENSOR_RUMBLE : 0);
}

unsigned sensors_of(const struct mCore* core) {
    const bool is_gba = core->platform(core) == mPLATFORM_GBA;
    return (is_gba ? sensors_of_gba(core->board) : sensors_of_gb(core->board)) | (power_has_clock(core) ? SENSOR_CLOCK : 0);
}

static bool is_within(int64_t value, int64_t min) {
    return value >= min && value <= SENSOR_MAX;
}

bool sensors_make(struct sensor_values* values, int64_t tilt_x, int64_t tilt_y, int64_t gyroscope, int64_t light) {
    *values = (struct sensor_values) {(int16_t) tilt_x, (int16_t) tilt_y, (int16_t) gyroscope, (int16_t) light};
    return is_within(tilt_x, -SENSOR_MAX) && is_within(tilt_y, -SENSOR_MAX) && is_within(gyroscope, -SENSOR_MAX) && is_within(light, 0);
}

struct sensor_values sensors_get(void) {
    return present;
}

void sensors_set(const struct sensor_values* values) {
    present = *values;
}

void sensors_begin_frame(const struct mCore* core) {
    if (core->platform(core) == mPLATFORM_GBA) {
        const struct GBACartridgeHardware* hardware = &((const struct GBA*) core->board)->memory.hw;
        motor_runs = hardware->devices & HW_RUMBLE && hardware->pinState & MOTOR_PIN;
    }
    has_rumbled = motor_runs;
}

bool sensors_rumble(void) {
    return has_rumbled;
}

bool sensors_motor(void) {
    return motor_runs;
}

void sensors_set_motor(bool runs) {
    motor_runs = runs;
    has_rumbled = has_rumbled || runs;
}
