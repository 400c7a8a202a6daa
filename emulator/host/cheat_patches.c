#include "cheat_patches.h"

#include <mgba/internal/gb/gb.h>
#include <mgba/internal/gba/gba.h>

#include <stdlib.h>

// A place in ROM, and what it was.
struct original {
    uint32_t address;
    int segment;
    int width;
    uint32_t value;
};

static struct original* originals;
static size_t count;
static size_t capacity;

static uint32_t read_rom(struct mCore* core, const struct original* place) {
    switch (place->width) {
    case 1:
        return core->rawRead8(core, place->address, place->segment);
    case 2:
        return core->rawRead16(core, place->address, place->segment);
    default:
        return core->rawRead32(core, place->address, place->segment);
    }
}

static void write_rom(struct mCore* core, const struct original* place, uint32_t value) {
    switch (place->width) {
    case 1:
        core->rawWrite8(core, place->address, place->segment, (uint8_t) value);
        break;
    case 2:
        core->rawWrite16(core, place->address, place->segment, (uint16_t) value);
        break;
    default:
        core->rawWrite32(core, place->address, place->segment, value);
        break;
    }
}

// Without memory for the original value it changes nothing.
static void change(struct mCore* core, uint32_t address, int segment, const struct mCheatPatch* patch) {
    struct original place = {.address = address, .segment = segment, .width = patch->width};
    place.value = read_rom(core, &place);
    if (patch->check && place.value != patch->checkValue) {
        return;
    }
    if (count == capacity) {
        const size_t more = capacity ? capacity * 2 : 16;
        struct original* moved = realloc(originals, more * sizeof(*originals));
        if (!moved) {
            return;
        }
        originals = moved;
        capacity = more;
    }
    originals[count++] = place;
    write_rom(core, &place, patch->value);
}

static size_t rom_size(const struct mCore* core, enum mPlatform platform) {
    return platform == mPLATFORM_GBA ? ((const struct GBA*) core->board)->memory.romSize
                                     : ((const struct GB*) core->board)->memory.romSize;
}

// A Game Genie changes what the console reads, in whichever bank. In the upper half of the ROM's addresses mGBA reaches each of them.
static void change_banks(struct mCore* core, const struct mCheatPatch* patch) {
    const uint32_t address = GB_BASE_CART_BANK1 | (patch->address & (GB_SIZE_CART_BANK0 - 1));
    if (patch->address < GB_BASE_CART_BANK1) {
        change(core, address, 0, patch);
        return;
    }
    for (int bank = 1; (size_t) bank * GB_SIZE_CART_BANK0 < rom_size(core, mPLATFORM_GB); ++bank) {
        change(core, address, bank, patch);
    }
}

static bool fits(const struct mCore* core, const struct cheat_list* list, size_t cheat, struct cheat_fault* fault) {
    const struct mCheatPatchList* patches = &list->sets[cheat]->romPatches;
    for (size_t i = 0; list->platform == mPLATFORM_GBA && i < mCheatPatchListSize(patches); ++i) {
        const struct mCheatPatch* patch = mCheatPatchListGetConstPointer(patches, i);
        // mGBA would make the ROM larger.
        if ((patch->address & (SIZE_CART0 - 1)) + (size_t) patch->width > rom_size(core, list->platform)) {
            return cheat_fault_set(fault, (int) cheat, patch->segment, "changes 0x%08X, which is beyond the end of the ROM",
                                   (unsigned) patch->address);
        }
    }
    return true;
}

static void apply(struct mCore* core, enum mPlatform platform, const struct mCheatPatch* patch) {
    if (platform == mPLATFORM_GBA) {
        change(core, patch->address, -1, patch);
    } else {
        change_banks(core, patch);
    }
}

bool cheat_patches_fit(const struct mCore* core, const struct cheat_list* list, struct cheat_fault* fault) {
    for (size_t i = 0; i < list->count; ++i) {
        if (!fits(core, list, i, fault)) {
            return false;
        }
    }
    return true;
}

void cheat_patches_apply(struct mCore* core, struct cheat_list* list) {
    for (size_t i = 0; i < list->count; ++i) {
        struct mCheatSet* set = list->sets[i];
        for (size_t k = 0; set->enabled && k < mCheatPatchListSize(&set->romPatches); ++k) {
            apply(core, list->platform, mCheatPatchListGetConstPointer(&set->romPatches, k));
        }
        mCheatPatchListClear(&set->romPatches);
    }
}

void cheat_patches_undo(struct mCore* core) {
    while (count) {
        --count;
        write_rom(core, &originals[count], originals[count].value);
    }
}

void cheat_patches_forget(void) {
    count = 0;
}
