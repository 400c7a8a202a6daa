#ifndef HOST_MEMORY_HASH_H
#define HOST_MEMORY_HASH_H

#include <mgba/flags.h>

#include <mgba/core/core.h>

#include <stddef.h>
#include <stdint.h>

// The XXH64 hashes of all writable memory: work RAM, video memory and save memory, each by itself.

#define HASH_REGIONS_MAX 6

struct memory_hash {
    uint64_t regions[HASH_REGIONS_MAX];
    uint64_t count; // of regions; without save memory there is one less
};

// Hashes the memory in a snapshot (snapshot.h).
struct memory_hash memory_hash(const uint8_t* snapshot, enum mPlatform platform);

// Hashes the memory of a machine between two frames: the same hashes, without the cost of a snapshot. Returns one without regions if there
// is no memory for it.
struct memory_hash memory_hash_now(struct mCore* core);

// Returns the name of a region.
const char* memory_hash_name(enum mPlatform platform, size_t region);

// Returns one hash for all regions.
uint64_t memory_hash_total(const struct memory_hash* hash);

#endif
