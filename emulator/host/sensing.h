#ifndef HOST_SENSING_H
#define HOST_SENSING_H

#include "game.h"
#include "scripting.h"

// Exports the sensors of the cartridge, with values as in sensors.h.
// `_host.sensors()` returns "NAMES TILT_X TILT_Y GYROSCOPE LIGHT RUMBLE CLOCK": the names of the sensors that it has, with commas, or "-";
// whether the motor has run in this frame, 0 or 1; and the time of the cartridge's clock in seconds since 1970.
// `_host.setSensors(tilt_x, tilt_y, gyroscope, light)` sets them, and returns false if a value is out of range.
// `_host.rumbles()` returns whether the motor has run in this frame.
// `_host.setClock(seconds)` sets the clock, which goes on with the system's. It returns false if the clock goes on with the frames;
// `_host.canSetClock()` returns whether it doesn't.
void sensing_open(struct scripting* scripting, struct game* game);

#endif
