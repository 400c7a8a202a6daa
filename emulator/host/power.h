#ifndef HOST_POWER_H
#define HOST_POWER_H

#include <mgba/flags.h>

#include <mgba/core/core.h>

#include <stdbool.h>
#include <stdint.h>

// A console that was just switched on.
struct power_on {
    void* state;       // NULL: there was no memory for it
    uint32_t checksum; // of the ROM in it
};

// Switches on a core that has its ROM and its save.
void power_on(struct power_on* power, struct mCore* core);

// Switches a core off and on. Only the save memory, the cartridge's clock, the pressed keys and the cheats stay. Must not be called
// within a frame. If the core has another ROM than when it was switched on, this is mGBA's own reset.
void power_cycle(const struct power_on* power, struct mCore* core);

// Returns whether the cartridge has a clock, which goes on while the console is off.
bool power_has_clock(const struct mCore* core);

void power_free(struct power_on* power);

#endif
