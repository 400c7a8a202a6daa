#ifndef HOST_XXH64_H
#define HOST_XXH64_H

#include <stddef.h>
#include <stdint.h>

// Returns the XXH64 hash of some bytes (https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md).
uint64_t xxh64(const void* bytes, size_t size, uint64_t seed);

#endif
