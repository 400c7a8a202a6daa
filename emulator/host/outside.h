#ifndef HOST_OUTSIDE_H
#define HOST_OUTSIDE_H

#include <mgba/flags.h>

#include <mgba/core/core.h>

#include "acts.h"
#include "sensors.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Sees every act from outside on the machine: scripts act on it only by functions of mGBA's core, which this replaces, and by
// outside_set_sensors.

struct outside {
    void* context;
    // Called for each act of a script, before it is done.
    void (*on_act)(void* context, enum act_kind kind, const void* bytes, size_t size);
    // Returns the time that the game reads from its clock; `now` is the system's.
    int64_t (*on_clock)(void* context, int64_t now);
};

// Replaces the functions of a core that was just created. Also has mGBA's states zeroed first, because mGBA writes only the fields that it
// uses: equal machines give equal states. With `listener` NULL that is all.
void outside_attach(struct mCore* core, const struct outside* listener);

// Sets what the cartridge's sensors measure: an act as well.
void outside_set_sensors(const struct sensor_values* values);

// Does an act again. It must be a repeatable one, and is not told to the listener.
void outside_repeat(struct mCore* core, const struct act* act);

#endif
