#include "coverage.h"

#include "disassembly.h"
#include "exact_run.h"

#include <mgba/internal/sm83/sm83.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

// GBATEK, "GBA Memory Map", and Pan Docs, "Memory Map": where code can be. A region's bytes have a bit each.
struct region {
    const char* name;
    uint32_t base; // on the bus; of the ROM of a Game Boy 0
    uint32_t size;
    uint8_t* ran;
};

#define ROM_BANK 0x4000

static struct region gba_regions[] = {
    {"bus", 0x00000000, 0x4000, NULL}, {"bus", 0x02000000, 0x40000, NULL}, {"bus", 0x03000000, 0x8000, NULL},
    {"bus", 0x06000000, 0x18000, NULL}, {"bus", 0x08000000, 0x2000000, NULL},
};
static struct region gb_regions[] = {{"rom", 0, 0x800000, NULL}, {"bus", 0x8000, 0x8000, NULL}};

static struct game* watched;
static struct region* regions;
static size_t region_count;
static int64_t instructions;

static bool is_gba(void) {
    return watched->core->platform(watched->core) == mPLATFORM_GBA;
}

bool coverage_begin(struct game* game, struct failure* failure) {
    watched = game;
    regions = is_gba() ? gba_regions : gb_regions;
    region_count = is_gba() ? sizeof(gba_regions) / sizeof(*gba_regions) : sizeof(gb_regions) / sizeof(*gb_regions);
    for (size_t i = 0; i < region_count; ++i) {
        regions[i].ran = calloc(regions[i].size / 8, 1);
        if (!regions[i].ran) {
            return fail(failure, "Out of memory.");
        }
    }
    return true;
}

// The ROM of a GBA repeats.
static uint32_t gba_place(uint32_t address) {
    const uint32_t area = address >> 24;
    return area >= 0x8 && area < 0xE ? 0x08000000 | (address & 0x1FFFFFF) : address;
}

// Of a Game Boy's ROM the place is the offset in it.
static uint32_t gb_place(uint32_t address) {
    struct SM83Core* cpu = watched->core->cpu;
    if (address < ROM_BANK || address >= 2 * ROM_BANK) {
        return address;
    }
    return (uint32_t) cpu->memory.currentSegment(cpu, (uint16_t) address) * ROM_BANK + address % ROM_BANK;
}

static struct region* find_region(uint32_t address, uint32_t* offset) {
    const uint32_t place = is_gba() ? gba_place(address) : gb_place(address);
    // An offset in a Game Boy's ROM can be the same number as an address of its other region.
    const bool is_in_rom = !is_gba() && address < 2 * ROM_BANK;
    for (size_t i = 0; i < region_count; ++i) {
        *offset = place - regions[i].base;
        const bool is_rom = !is_gba() && !i; // the first of gb_regions
        if (*offset < regions[i].size && (is_gba() || is_rom == is_in_rom)) {
            return &regions[i];
        }
    }
    return NULL;
}

static uint32_t size_of_sm83(uint32_t address) {
    uint8_t bytes[3];
    for (size_t i = 0; i < sizeof(bytes); ++i) {
        bytes[i] = (uint8_t) watched->core->rawRead8(watched->core, (address + (uint32_t) i) & 0xFFFF, -1);
    }
    char text[DISASSEMBLY_TEXT_MAX] = "";
    return (uint32_t) disassembly_read("sm83", address, bytes, sizeof(bytes), text);
}

static bool has_run(const struct region* region, uint32_t offset) {
    return region->ran[offset / 8] >> offset % 8 & 1;
}

void coverage_note(uint32_t address) {
    ++instructions;
    uint32_t offset;
    const struct region* region = find_region(address, &offset);
    if (!region || has_run(region, offset)) {
        return;
    }
    const uint32_t size = is_gba() ? exact_run_size(watched->core) : size_of_sm83(address);
    for (uint32_t i = offset; i < offset + size && i < region->size; ++i) {
        region->ran[i / 8] |= (uint8_t) (1 << i % 8);
    }
}

static int64_t print_region(const struct region* region, int64_t printed) {
    for (uint32_t at = 0; at < region->size;) {
        if (!region->ran[at / 8] && at % 8 == 0) {
            at += 8;
        } else if (!has_run(region, at)) {
            ++at;
        } else {
            const uint32_t first = at;
            while (at < region->size && has_run(region, at)) {
                ++at;
            }
            if (printed++ < COVERAGE_RANGES_MAX) {
                printf("range %s %" PRIu32 " %" PRIu32 "\n", region->name, region->base + first, region->base + at - 1);
            }
        }
    }
    return printed;
}

void coverage_print(void) {
    int64_t printed = 0;
    for (size_t i = 0; i < region_count; ++i) {
        printed = print_region(&regions[i], printed);
        free(regions[i].ran);
    }
    printf("instructions %" PRId64 " %" PRId64 "\n", instructions, printed);
}
