#include "sensing.h"

#include "outside.h"
#include "sensors.h"

#include <mgba/script/macros.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static struct game* current;

static void name_sensors(char* text, size_t size, unsigned sensors) {
    static const struct {
        enum sensor sensor;
        const char* name;
    } names[] = {
        {SENSOR_TILT, "tilt"}, {SENSOR_GYROSCOPE, "gyroscope"}, {SENSOR_LIGHT, "light"}, {SENSOR_RUMBLE, "rumble"}, {SENSOR_CLOCK, "clock"},
    };
    size_t length = 0;
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); ++i) {
        if (sensors & names[i].sensor) {
            length += (size_t) snprintf(text + length, size - length, "%s%s", length ? "," : "", names[i].name);
        }
    }
    if (!length) {
        snprintf(text, size, "-");
    }
}

static struct mScriptValue* describe(void) {
    static char text[160];
    struct mCore* core = current->core;
    char names[64];
    name_sensors(names, sizeof(names), sensors_of(core));
    const struct sensor_values values = sensors_get();
    snprintf(text, sizeof(text), "%s %d %d %d %d %d %" PRId64, names, values.tilt_x, values.tilt_y, values.gyroscope, values.light,
             sensors_rumble(), (int64_t) core->rtc.d.unixTime(&core->rtc.d));
    return scripting_text(text, strlen(text));
}

static bool set_sensors(int32_t tilt_x, int32_t tilt_y, int32_t gyroscope, int32_t light) {
    struct sensor_values values;
    const bool is_accepted = sensors_make(&values, tilt_x, tilt_y, gyroscope, light);
    if (is_accepted) {
        outside_set_sensors(&values);
    }
    return is_accepted;
}

static bool can_set_clock(void) {
    const struct mRTCGenericSource* clock = &current->core->rtc;
    return clock->override == RTC_NO_OVERRIDE || clock->override == RTC_WALLCLOCK_OFFSET;
}

// Times that a game reads from such a clock are recorded, so no act is needed.
static bool set_clock(int64_t seconds) {
    if (!can_set_clock()) {
        return false;
    }
    struct mRTCGenericSource* clock = &current->core->rtc;
    clock->override = RTC_WALLCLOCK_OFFSET;
    clock->value = (seconds - (int64_t) time(NULL)) * 1000;
    return true;
}

mSCRIPT_BIND_FUNCTION(sensors_binding, WSTR, describe, 0);
mSCRIPT_BIND_FUNCTION(set_sensors_binding, BOOL, set_sensors, 4, S32, tilt_x, S32, tilt_y, S32, gyroscope, S32, light);
mSCRIPT_BIND_FUNCTION(rumbles_binding, BOOL, sensors_rumble, 0);
mSCRIPT_BIND_FUNCTION(can_set_clock_binding, BOOL, can_set_clock, 0);
mSCRIPT_BIND_FUNCTION(set_clock_binding, BOOL, set_clock, 1, S64, seconds);

void sensing_open(struct scripting* scripting, struct game* game) {
    current = game;
    scripting_export(scripting, "sensors", &sensors_binding);
    scripting_export(scripting, "setSensors", &set_sensors_binding);
    scripting_export(scripting, "rumbles", &rumbles_binding);
    scripting_export(scripting, "canSetClock", &can_set_clock_binding);
    scripting_export(scripting, "setClock", &set_clock_binding);
}
