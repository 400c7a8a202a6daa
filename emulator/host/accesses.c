#include "accesses.h"

#include <mgba/internal/arm/arm.h>
#include <mgba/internal/gba/memory.h>
#include <mgba/internal/sm83/sm83.h>

#include <stddef.h>

static struct mCore* attached; // NULL: none
static struct ARMMemory arm;   // with its own functions, which the replacements call
static struct SM83Memory sm83;
static void (*on_seen)(const struct access_seen* seen);

// GBATEK, "GBA Memory Map": these regions repeat.
static uint32_t without_mirrors(uint32_t address) {
    uint32_t offset;
    switch (address >> 24) {
    case REGION_WORKING_RAM:
        return address & 0xFF03FFFF;
    case REGION_WORKING_IRAM:
        return address & 0xFF007FFF;
    case REGION_PALETTE_RAM:
    case REGION_OAM:
        return address & 0xFF0003FF;
    case REGION_VRAM:
        offset = address & 0x1FFFF;
        return (address & 0xFF000000) | (offset < 0x18000 ? offset : offset - 0x8000);
    case REGION_CART_SRAM:
    case REGION_CART_SRAM_MIRROR:
        return ((uint32_t) REGION_CART_SRAM << 24) | (address & 0xFFFF);
    default:
        return address;
    }
}

// Returns whether an address is in the regions where a GBA may have save memory, on which even a raw read can have effects.
static bool is_save(uint32_t address) {
    return attached->platform(attached) == mPLATFORM_GBA && address >> 24 >= REGION_CART2_EX;
}

// Reads memory like a debugger: without effects. Save memory of a GBA reads as 0.
static uint32_t read_quietly(uint32_t address, uint32_t size) {
    if (is_save(address)) {
        return 0;
    }
    switch (size) {
    case 1:
        return attached->rawRead8(attached, address, -1);
    case 2:
        return attached->rawRead16(attached, address, -1);
    default:
        return attached->rawRead32(attached, address, -1);
    }
}

static void tell_read(uint32_t address, uint32_t size, uint32_t value) {
    const struct access_seen seen = {ACCESS_READ, address, size, value, value};
    on_seen(&seen);
}

static void tell_write(uint32_t address, uint32_t size, uint32_t before, uint32_t after) {
    // What save memory had before is unknown.
    const bool is_change = before != after || is_save(address);
    const struct access_seen seen = {ACCESS_WRITE | (is_change ? ACCESS_CHANGE : 0), address, size, before, after};
    on_seen(&seen);
}

static uint32_t arm_place(uint32_t address, uint32_t size) {
    return without_mirrors(address & ~(size - 1));
}

static bool is_read_at(uint32_t place, uint32_t size) {
    return breakpoint_list_may_have(ACCESS_READ, place, size);
}

static bool is_written_at(uint32_t place, uint32_t size) {
    return breakpoint_list_may_have(ACCESS_WRITE | ACCESS_CHANGE, place, size);
}

static uint32_t arm_load32(struct ARMCore* cpu, uint32_t address, int* cycles) {
    const uint32_t place = arm_place(address, 4), value = arm.load32(cpu, address, cycles);
    if (is_read_at(place, 4)) {
        tell_read(place, 4, value);
    }
    return value;
}

static uint32_t arm_load16(struct ARMCore* cpu, uint32_t address, int* cycles) {
    const uint32_t place = arm_place(address, 2), value = arm.load16(cpu, address, cycles);
    if (is_read_at(place, 2)) {
        tell_read(place, 2, value & 0xFFFF);
    }
    return value;
}

static uint32_t arm_load8(struct ARMCore* cpu, uint32_t address, int* cycles) {
    const uint32_t place = arm_place(address, 1), value = arm.load8(cpu, address, cycles);
    if (is_read_at(place, 1)) {
        tell_read(place, 1, value & 0xFF);
    }
    return value;
}

static void arm_store32(struct ARMCore* cpu, uint32_t address, int32_t value, int* cycles) {
    const uint32_t place = arm_place(address, 4);
    const bool is_seen = is_written_at(place, 4);
    const uint32_t before = is_seen ? read_quietly(place, 4) : 0;
    arm.store32(cpu, address, value, cycles);
    if (is_seen) {
        tell_write(place, 4, before, (uint32_t) value);
    }
}

static void arm_store16(struct ARMCore* cpu, uint32_t address, int16_t value, int* cycles) {
    const uint32_t place = arm_place(address, 2);
    const bool is_seen = is_written_at(place, 2);
    const uint32_t before = is_seen ? read_quietly(place, 2) : 0;
    arm.store16(cpu, address, value, cycles);
    if (is_seen) {
        tell_write(place, 2, before, (uint16_t) value);
    }
}

static void arm_store8(struct ARMCore* cpu, uint32_t address, int8_t value, int* cycles) {
    const uint32_t place = arm_place(address, 1);
    const bool is_seen = is_written_at(place, 1);
    const uint32_t before = is_seen ? read_quietly(place, 1) : 0;
    arm.store8(cpu, address, value, cycles);
    if (is_seen) {
        tell_write(place, 1, before, (uint8_t) value);
    }
}

// Several registers at once: the lowest address has the lowest register (ARM7TDMI Data Sheet, "Block data transfer").
struct block {
    uint32_t place[16];
    uint32_t before[16];
    bool is_seen[16];
};

// LSM_D: the addresses descend. LSM_B: the base itself is left out.
static uint32_t first_address(uint32_t base, int mask, enum LSMDirection direction) {
    const uint32_t size = 4 * (uint32_t) __builtin_popcount((unsigned) mask);
    const uint32_t first = direction & LSM_D ? base - size + 4 : base;
    return !(direction & LSM_B) ? first : direction & LSM_D ? first - 4 : first + 4;
}

static void read_block_before(struct block* block, uint32_t base, int mask, enum LSMDirection direction, unsigned accesses) {
    uint32_t address = first_address(base, mask, direction);
    for (int i = 0; i < 16; ++i) {
        if (mask & 1 << i) {
            block->place[i] = arm_place(address, 4);
            block->is_seen[i] = breakpoint_list_may_have(accesses, block->place[i], 4);
            block->before[i] = block->is_seen[i] ? read_quietly(block->place[i], 4) : 0;
            address += 4;
        }
    }
}

static uint32_t arm_load_multiple(struct ARMCore* cpu, uint32_t base, int mask, enum LSMDirection direction, int* cycles) {
    struct block block;
    read_block_before(&block, base, mask, direction, ACCESS_READ);
    const uint32_t result = arm.loadMultiple(cpu, base, mask, direction, cycles);
    for (int i = 0; i < 16; ++i) {
        if (mask & 1 << i && block.is_seen[i]) {
            tell_read(block.place[i], 4, block.before[i]);
        }
    }
    return result;
}

static uint32_t arm_store_multiple(struct ARMCore* cpu, uint32_t base, int mask, enum LSMDirection direction, int* cycles) {
    struct block block;
    read_block_before(&block, base, mask, direction, ACCESS_WRITE | ACCESS_CHANGE);
    const uint32_t result = arm.storeMultiple(cpu, base, mask, direction, cycles);
    for (int i = 0; i < 16; ++i) {
        if (mask & 1 << i && block.is_seen[i]) {
            tell_write(block.place[i], 4, block.before[i], read_quietly(block.place[i], 4));
        }
    }
    return result;
}

// Pan Docs, "Memory Map": E000 to FDFF repeats the working RAM.
static uint16_t sm83_place(uint16_t address) {
    return address >= 0xE000 && address < 0xFE00 ? (uint16_t) (address - 0x2000) : address;
}

static uint8_t sm83_load8(struct SM83Core* cpu, uint16_t address) {
    const uint16_t place = sm83_place(address);
    const uint8_t value = sm83.load8(cpu, address);
    if (is_read_at(place, 1)) {
        tell_read(place, 1, value);
    }
    return value;
}

static void sm83_store8(struct SM83Core* cpu, uint16_t address, int8_t value) {
    const uint16_t place = sm83_place(address);
    const bool is_seen = is_written_at(place, 1);
    const uint32_t before = is_seen ? read_quietly(place, 1) : 0;
    sm83.store8(cpu, address, value);
    if (is_seen) {
        tell_write(place, 1, before, (uint8_t) value);
    }
}

uint32_t accesses_place(struct mCore* core, uint32_t address) {
    return core->platform(core) == mPLATFORM_GBA ? without_mirrors(address) : sm83_place((uint16_t) address);
}

static struct ARMMemory* arm_memory(void) {
    return &((struct ARMCore*) attached->cpu)->memory;
}

static struct SM83Memory* sm83_memory(void) {
    return &((struct SM83Core*) attached->cpu)->memory;
}

// Only the functions: the rest changes while the game runs.
static void set_arm(struct ARMMemory* memory, const struct ARMMemory* functions) {
    memory->load32 = functions->load32;
    memory->load16 = functions->load16;
    memory->load8 = functions->load8;
    memory->store32 = functions->store32;
    memory->store16 = functions->store16;
    memory->store8 = functions->store8;
    memory->loadMultiple = functions->loadMultiple;
    memory->storeMultiple = functions->storeMultiple;
}

void accesses_attach(struct mCore* core, void (*on_access)(const struct access_seen* seen)) {
    static const struct ARMMemory seeing = {
        .load32 = arm_load32, .load16 = arm_load16, .load8 = arm_load8, .store32 = arm_store32, .store16 = arm_store16,
        .store8 = arm_store8, .loadMultiple = arm_load_multiple, .storeMultiple = arm_store_multiple,
    };
    accesses_detach();
    attached = core;
    on_seen = on_access;
    if (core->platform(core) == mPLATFORM_GBA) {
        arm = *arm_memory();
        set_arm(arm_memory(), &seeing);
    } else {
        sm83 = *sm83_memory();
        sm83_memory()->load8 = sm83_load8;
        sm83_memory()->store8 = sm83_store8;
    }
}

void accesses_detach(void) {
    if (!attached) {
        return;
    }
    if (attached->platform(attached) == mPLATFORM_GBA) {
        set_arm(arm_memory(), &arm);
    } else {
        sm83_memory()->load8 = sm83.load8;
        sm83_memory()->store8 = sm83.store8;
    }
    attached = NULL;
}
