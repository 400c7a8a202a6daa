#ifndef HOST_SENSORS_H
#define HOST_SENSORS_H

#include <mgba/flags.h>

#include <mgba/core/core.h>

#include <stdbool.h>
#include <stdint.h>

// The sensors of a cartridge, and its motor. mGBA asks for their values when the game reads them. They change only between two frames or
// in a callback, so equal acts give equal frames.

#define SENSOR_MAX 1000

// In thousandths, each -1000 to 1000, the light 0 to 1000. All are 0 at rest.
struct sensor_values {
    int16_t tilt_x;    // to the right; 1000 is a quarter turn
    int16_t tilt_y;    // towards the player
    int16_t gyroscope; // clockwise; 1000 is as fast as a player can turn it
    int16_t light;     // 0: dark
};

enum sensor { SENSOR_TILT = 1, SENSOR_GYROSCOPE = 2, SENSOR_LIGHT = 4, SENSOR_RUMBLE = 8, SENSOR_CLOCK = 16 };

// Attaches them to a core that has its ROM, at rest.
void sensors_attach(struct mCore* core);

// Returns the ones that the cartridge has: a bit for each.
unsigned sensors_of(const struct mCore* core);

// Makes values of numbers. Returns false if one is out of range.
bool sensors_make(struct sensor_values* values, int64_t tilt_x, int64_t tilt_y, int64_t gyroscope, int64_t light);

struct sensor_values sensors_get(void);
void sensors_set(const struct sensor_values* values);

// Called before each frame.
void sensors_begin_frame(const struct mCore* core);

// Returns whether the motor has run in this frame. Games switch it on and off within a frame for a weaker rumble.
bool sensors_rumble(void);

// Whether the motor runs now. A GBA's state has that, a Game Boy's has not.
bool sensors_motor(void);
void sensors_set_motor(bool runs);

#endif
