#ifndef HOST_VECTOR_MEMORY_PLACE_H
#define HOST_VECTOR_MEMORY_PLACE_H

#include <mgba/flags.h>

#include <mgba/core/core.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Reads memory as the bridge's script does (lua/bridge/memory): the game's view of I/O, else raw bytes, without effects on the game.

// Reads 1, 2 or 4 bytes on the bus. Returns false if fewer are there.
bool memory_read_bus(struct mCore* core, uint32_t address, size_t width, uint32_t* value);

// Reads them in a domain. mGBA may have that of save memory only once the game has used it. Returns false if fewer are there.
bool memory_read_domain(struct mCore* core, const char* name, uint32_t offset, size_t width, uint32_t* value);

// Returns whether a place may exist: it does, or it is in save memory.
bool memory_may_have_bus(struct mCore* core, uint32_t address, size_t width);
bool memory_may_have_domain(struct mCore* core, const char* name, uint32_t offset, size_t width);

#endif
