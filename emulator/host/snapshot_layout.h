#ifndef HOST_SNAPSHOT_LAYOUT_H
#define HOST_SNAPSHOT_LAYOUT_H

#include <mgba/flags.h>

#include "sensors.h"

#include <mgba/internal/gb/gb.h>
#include <mgba/internal/gba/gba.h>

#include <stdbool.h>
#include <stdint.h>

// What GBASerialize leaves out, or GBADeserialize does not restore.
struct gba_rest {
    uint16_t io[SIZE_IO >> 1];
    struct GBARTC clock;
    uint32_t bios_prefetch;
    uint32_t bus;
    int spring_irq;
    uint16_t siocnt;
    uint16_t rcnt;
    uint16_t light_counter;
    uint16_t gpio[3]; // data, direction and control, as mGBA keeps them in the ROM for the game to read
    bool halt_pending;
};

// What GBSerialize leaves out, or GBDeserialize does not restore.
struct gb_rest {
    union GBMBCState mbc;
    enum GBAudioStyle style;
    unsigned bus_decay;
    int32_t serial_next;
    int32_t serial_period;
    int32_t serial_left; // half cycles until the next bit
    int serial_bits;
    uint8_t serial_byte;
    bool serial_runs;
    bool skips_audio_frame;
    bool motor_runs;
};

// A snapshot's bytes: mGBA's state, this struct, the save memory, the text of the cheats.
struct rest {
    uint32_t keys;
    uint32_t save_size;
    uint32_t cheats_size;
    int save_dirt; // mGBA's flags: the game has written to the save memory lately
    uint32_t save_dirt_age;
    struct sensor_values sensors;
    union {
        struct gba_rest gba;
        struct gb_rest gb;
    };
};

#endif
