#ifndef HOST_OUTSIDE_H
#define HOST_OUTSIDE_H

#include <mgba/flags.h>

#include <mgba/core/core.h>

#include "acts.h"
#include "cheat_list.h"
#include "sensors.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Reports every act on the machine that comes from outside. Scripts act on it only through functions of mGBA's core, which this replaces,
// through outside_set_sensors and through outside_set_cheats.

struct outside {
    void* context;
    // Called for each act of a script, before it is done; for cheats, once they are accepted.
    void (*on_act)(void* context, enum act_kind kind, const void* bytes, size_t size);
    // Returns the time that the game reads from its clock; `now` is the system's.
    int64_t (*on_clock)(void* context, int64_t now);
};

// Replaces the functions of a core that was just created. Also has mGBA's states zeroed first, because mGBA writes only the fields that it
// uses: equal machines give equal states. States have no cheats, so that those of cheats.h stay when one is loaded; another ROM forgets
// them. With `listener` NULL that is all.
void outside_attach(struct mCore* core, const struct outside* listener);

// Sets what the cartridge's sensors measure: an act as well.
void outside_set_sensors(const struct sensor_values* values);

// Sets the cheats, an act as well. Returns false, and changes nothing, if the text is wrong.
bool outside_set_cheats(const char* text, size_t size, struct cheat_fault* fault);

// Does an act again. It must be a repeatable one, and is not told to the listener.
void outside_repeat(struct mCore* core, const struct act* act);

#endif
