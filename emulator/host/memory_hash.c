#include "memory_hash.h"

#include "snapshot.h"
#include "xxh64.h"

#include <mgba/internal/gb/serialize.h>
#include <mgba/internal/gba/serialize.h>

// The smallest save memory: 512 bytes of EEPROM.
#define SAVE_UNIT 512

static const char* const names[2][HASH_REGIONS_MAX] = {
    {"palette", "vram", "oam", "iwram", "wram", "save"},
    {"vram", "wram", "oam", "hram", "save"},
};

static void add(struct memory_hash* hash, const void* bytes, size_t size) {
    hash->regions[hash->count++] = xxh64(bytes, size, 0);
}

struct memory_hash memory_hash(const uint8_t* snapshot, size_t size, enum mPlatform platform) {
    struct memory_hash hash = {0};
    const uint8_t* save = snapshot + size - snapshot_save_size(size, platform);
    size_t save_size = snapshot_save_size(size, platform);
    if (platform == mPLATFORM_GBA) {
        const struct GBASerializedState* state = (const struct GBASerializedState*) snapshot;
        add(&hash, state->pram, sizeof(state->pram));
        add(&hash, state->vram, sizeof(state->vram));
        add(&hash, state->oam, sizeof(state->oam));
        add(&hash, state->iwram, sizeof(state->iwram));
        add(&hash, state->wram, sizeof(state->wram));
        // Before its kind is known, the game can't see it, and the size of its file depends on earlier runs.
        save_size = state->savedata.type == (uint8_t) SAVEDATA_AUTODETECT ? 0 : save_size;
    } else {
        const struct GBSerializedState* state = (const struct GBSerializedState*) snapshot;
        add(&hash, state->vram, sizeof(state->vram));
        add(&hash, state->wram, sizeof(state->wram));
        add(&hash, state->oam, sizeof(state->oam));
        add(&hash, state->hram, sizeof(state->hram));
    }
    // The rest tells when a cartridge's clock was written to the file.
    save_size -= save_size % SAVE_UNIT;
    if (save_size) {
        add(&hash, save, save_size);
    }
    return hash;
}

const char* memory_hash_name(enum mPlatform platform, size_t region) {
    return names[platform != mPLATFORM_GBA][region];
}

uint64_t memory_hash_total(const struct memory_hash* hash) {
    return xxh64(hash->regions, hash->count * sizeof(*hash->regions), 0);
}
