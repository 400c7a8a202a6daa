#ifndef HOST_SNAPSHOT_LAYOUT_H
#define HOST_SNAPSHOT_LAYOUT_H

#include <mgba/flags.h>

#include "sensors.h"

#include <mgba/internal/gb/gb.h>
#include <mgba/internal/gba/gba.h>

#include <stdbool.h>
#include <stdint.h>

// What a snapshot has besides mGBA's state.

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
    uint16_t gpio[3]; // what the game reads of it
    bool halt_pending;
};

// What GBSerialize leaves out, or GBDeserialize does not restore.
struct gb_rest {
    union GBMBCState controller;
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

// Follows mGBA's state; the save memory and the text of the cheats follow it.
struct rest {
    uint32_t keys;
    uint32_t save_size;
    uint32_t cheats_size;
    int save_dirt;       // whether the game has written to it
    uint32_t save_dirt_age;
    struct sensor_values sensors;
    union {
        struct gba_rest gba;
        struct gb_rest gb;
    };
};

#endif
