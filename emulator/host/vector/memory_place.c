#include "memory_place.h"

#include <mgba/internal/gba/gba.h>
#include <mgba/internal/gba/io.h>

#include <string.h>

#define SAVE_DOMAIN "sram"

struct region {
    const char* name; // the domain
    uint32_t first;
    uint32_t last;
    uint32_t span; // bytes after which it repeats; 0: no mirrors
};

// GBATEK, "GBA Memory Map". The last ROM area is read as the first, because reads of its upper half would reach an EEPROM.
static const struct region gba_regions[] = {
    {"bios", 0x00000000, 0x00003FFF, 0}, {"wram", 0x02000000, 0x02FFFFFF, 0x40000}, {"iwram", 0x03000000, 0x03FFFFFF, 0x8000},
    {"io", 0x04000000, 0x040003FF, 0}, {"palette", 0x05000000, 0x05FFFFFF, 0x400}, {"vram", 0x06000000, 0x06FFFFFF, 0x20000},
    {"oam", 0x07000000, 0x07FFFFFF, 0x400}, {"cart0", 0x08000000, 0x09FFFFFF, 0}, {"cart0", 0x0A000000, 0x0BFFFFFF, 0},
    {"cart0", 0x0C000000, 0x0DFFFFFF, 0}, {SAVE_DOMAIN, 0x0E000000, 0x0FFFFFFF, 0x10000},
};

// Pan Docs, "Memory Map". All bytes of a value must be in the same one.
static const struct region gb_regions[] = {
    {"cart0", 0x0000, 0x7FFF, 0}, {"vram", 0x8000, 0x9FFF, 0}, {SAVE_DOMAIN, 0xA000, 0xBFFF, 0}, {"wram", 0xC000, 0xDFFF, 0},
    {"wram", 0xE000, 0xFDFF, 0}, {"oam", 0xFE00, 0xFE9F, 0}, {"io", 0xFF00, 0xFF7F, 0}, {"hram", 0xFF80, 0xFFFE, 0},
    {"io", 0xFFFF, 0xFFFF, 0},
};

static bool is_gba(const struct mCore* core) {
    return core->platform(core) == mPLATFORM_GBA;
}

static const struct region* find_region(const struct mCore* core, uint32_t address) {
    const struct region* regions = is_gba(core) ? gba_regions : gb_regions;
    const size_t count = is_gba(core) ? sizeof(gba_regions) / sizeof(*gba_regions) : sizeof(gb_regions) / sizeof(*gb_regions);
    for (size_t i = 0; i < count; ++i) {
        if (address <= regions[i].last) {
            return address >= regions[i].first ? &regions[i] : NULL;
        }
    }
    return NULL;
}

static const struct mCoreMemoryBlock* find_block(struct mCore* core, const char* name) {
    const struct mCoreMemoryBlock* blocks = NULL;
    const size_t count = core->listMemoryBlocks(core, &blocks);
    for (size_t i = 0; i < count; ++i) {
        if (!strcmp(blocks[i].internalName, name)) {
            return &blocks[i];
        }
    }
    return NULL;
}

static bool read_number(const uint8_t* bytes, size_t width, uint32_t* value) {
    *value = 0;
    for (size_t i = 0; i < width; ++i) {
        *value |= (uint32_t) bytes[i] << 8 * i;
    }
    return true;
}

// The script's view: it doesn't know the setting for opposite directions, so the value that the game last read tells.
static uint16_t keyinput(struct mCore* core) {
    static const uint16_t axes[] = {0x30, 0xC0}; // right and left, up and down
    const uint16_t latest = ((const struct GBA*) core->board)->memory.io[REG_KEYINPUT >> 1];
    uint16_t keys = core->getKeys(core) & 0x3FF;
    for (size_t i = 0; i < sizeof(axes) / sizeof(*axes); ++i) {
        if ((keys & axes[i]) == axes[i] && (latest & axes[i]) == axes[i]) {
            keys &= (uint16_t) ~axes[i];
        }
    }
    return 0x3FF ^ keys;
}

// Over the bus, KEYINPUT would become what the game read last, and JOY_RECV would clear a bit of JOYSTAT.
static uint8_t read_bus8(struct mCore* core, uint32_t address) {
    const uint32_t offset = address & 0x3FF;
    const unsigned shift = 8 * (address & 1);
    if (is_gba(core) && (offset & ~1u) == REG_KEYINPUT) {
        return (uint8_t) (keyinput(core) >> shift);
    }
    if (is_gba(core) && offset >= REG_JOY_RECV_LO && offset < REG_JOY_RECV_LO + 4) {
        return (uint8_t) (((const struct GBA*) core->board)->memory.io[offset >> 1] >> shift);
    }
    return (uint8_t) core->busRead8(core, address);
}

static bool read_over_bus(struct mCore* core, uint32_t address, size_t width, uint32_t* value) {
    uint8_t bytes[4];
    for (uint32_t i = 0; i < width; ++i) {
        bytes[i] = read_bus8(core, address + i);
    }
    return read_number(bytes, width, value);
}

static bool read_block(struct mCore* core, const char* name, uint32_t offset, size_t width, uint32_t* value) {
    const struct mCoreMemoryBlock* block = find_block(core, name);
    size_t size = 0;
    const uint8_t* bytes = block ? core->getMemoryBlock(core, block->id, &size) : NULL;
    if (!bytes) {
        return block && !is_gba(core) && offset + width <= block->size && read_over_bus(core, block->start + offset, width, value);
    }
    return offset + width <= size && read_number(bytes + offset, width, value);
}

// The upper 32 KiB of video memory appear twice; save memory smaller than 64 KiB repeats.
static bool read_gba(struct mCore* core, const struct region* region, uint32_t address, size_t width, uint32_t* value) {
    uint32_t offset = address - region->first;
    offset = region->span ? offset % region->span : offset;
    if (region->first == 0x04000000) { // I/O
        return offset + width <= 0x400 && read_over_bus(core, address, width, value);
    }
    if (region->first == 0x06000000 && offset >= 0x18000) { // video memory
        offset -= 0x8000;
    } else if (region->first == 0x0E000000) { // save memory
        const struct mCoreMemoryBlock* save = find_block(core, SAVE_DOMAIN);
        offset = save && save->size && save->size < region->span ? offset % save->size : offset;
    }
    return read_block(core, region->name, offset, width, value);
}

bool memory_read_bus(struct mCore* core, uint32_t address, size_t width, uint32_t* value) {
    const struct region* region = find_region(core, address);
    if (!region) {
        return false;
    }
    if (is_gba(core)) {
        return read_gba(core, region, address, width, value);
    }
    return address + width - 1 <= region->last && read_over_bus(core, address, width, value);
}

bool memory_read_domain(struct mCore* core, const char* name, uint32_t offset, size_t width, uint32_t* value) {
    if (!is_gba(core) && !strcmp(name, "io")) {
        return offset + width <= 0x80 && read_over_bus(core, 0xFF00 + offset, width, value);
    }
    return offset <= INT32_MAX && read_block(core, name, offset, width, value);
}

bool memory_may_have_bus(struct mCore* core, uint32_t address, size_t width) {
    const struct region* region = find_region(core, address);
    uint32_t unused;
    return region && (!strcmp(region->name, SAVE_DOMAIN) || memory_read_bus(core, address, width, &unused));
}

bool memory_may_have_domain(struct mCore* core, const char* name, uint32_t offset, size_t width) {
    static const char* const save_domains[] = {SAVE_DOMAIN, "flash", "eeprom"};
    uint32_t unused;
    for (size_t i = 0; i < sizeof(save_domains) / sizeof(*save_domains); ++i) {
        if (!strcmp(name, save_domains[i])) {
            return true;
        }
    }
    return memory_read_domain(core, name, offset, width, &unused);
}
