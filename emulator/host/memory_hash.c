#include "memory_hash.h"

#include "snapshot.h"
#include "xxh64.h"

#include <mgba/internal/gb/gb.h>
#include <mgba/internal/gb/serialize.h>
#include <mgba/internal/gba/gba.h>
#include <mgba/internal/gba/serialize.h>

#include <stdlib.h>

// The smallest save memory: 512 bytes of EEPROM.
#define SAVE_UNIT 512

static const char* const names[2][HASH_REGIONS_MAX] = {
    {"palette", "vram", "oam", "iwram", "wram", "save"},
    {"vram", "wram", "oam", "hram", "save"},
};

static void add(struct memory_hash* hash, const void* bytes, size_t size) {
    hash->regions[hash->count++] = xxh64(bytes, size, 0);
}

// The rest of a save tells when a cartridge's clock was written to the file.
static void add_save(struct memory_hash* hash, const void* save, size_t size) {
    size -= size % SAVE_UNIT;
    if (size) {
        add(hash, save, size);
    }
}

struct memory_hash memory_hash(const uint8_t* snapshot, enum mPlatform platform) {
    struct memory_hash hash = {0};
    size_t save_size;
    const uint8_t* save = snapshot_save(snapshot, platform, &save_size);
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
    add_save(&hash, save, save_size);
    return hash;
}

// mGBA copies these into a state as they are.
static void add_gba(struct memory_hash* hash, const struct GBA* gba) {
    add(hash, gba->video.palette, SIZE_PALETTE_RAM);
    add(hash, gba->video.vram, SIZE_VRAM);
    add(hash, gba->video.oam.raw, SIZE_OAM);
    add(hash, gba->memory.iwram, SIZE_WORKING_IRAM);
    add(hash, gba->memory.wram, SIZE_WORKING_RAM);
}

static void add_gb(struct memory_hash* hash, const struct GB* gb) {
    add(hash, gb->video.vram, GB_SIZE_VRAM);
    add(hash, gb->memory.wram, GB_SIZE_WORKING_RAM);
    add(hash, gb->video.oam.raw, GB_SIZE_OAM);
    add(hash, gb->memory.hram, GB_SIZE_HRAM);
}

struct memory_hash memory_hash_now(struct mCore* core) {
    struct memory_hash hash = {0};
    void* save = NULL;
    const size_t save_size = core->savedataClone(core, &save);
    if (save_size && !save) {
        return hash;
    }
    if (core->platform(core) == mPLATFORM_GBA) {
        const struct GBA* gba = core->board;
        add_gba(&hash, gba);
        add_save(&hash, save, gba->memory.savedata.type == SAVEDATA_AUTODETECT ? 0 : save_size);
    } else {
        add_gb(&hash, core->board);
        add_save(&hash, save, save_size);
    }
    free(save);
    return hash;
}

const char* memory_hash_name(enum mPlatform platform, size_t region) {
    return names[platform != mPLATFORM_GBA][region];
}

uint64_t memory_hash_total(const struct memory_hash* hash) {
    return xxh64(hash->regions, hash->count * sizeof(*hash->regions), 0);
}
