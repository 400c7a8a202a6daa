#ifndef HOST_SNAPSHOT_H
#define HOST_SNAPSHOT_H

#include <mgba/flags.h>

#include <mgba/core/core.h>

#include "sensors.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The whole machine between two frames: mGBA's state, what such a state leaves out, the pressed keys, what the sensors measure,
// the save memory, and the cheats. Only for cores with the same game.
struct snapshot {
    uint8_t* bytes; // page-aligned: mGBA is many times slower with a state at other addresses
    size_t size;
    size_t capacity;
};

// Replaces the content of `snapshot`. Must not be called within a frame. Returns false if there is no memory for it.
bool snapshot_take(struct snapshot* snapshot, struct mCore* core);

// Copies a snapshot from a movie, for the game that `core` plays. Returns false if it can't be one of this game, or there is no memory for
// it. It may have any content; then snapshot_restore may refuse it.
bool snapshot_adopt(struct snapshot* snapshot, const uint8_t* bytes, size_t size, struct mCore* core);

// Sets the machine and its save memory to the snapshot's. Must not be called within a frame. Returns false if mGBA refuses the state.
bool snapshot_restore(const struct snapshot* snapshot, struct mCore* core);

// The same within the callback at a frame's end, before mGBA counts the frame.
void snapshot_restore_in_frame(const struct snapshot* snapshot, struct mCore* core);

// Makes room for `size` bytes, and forgets the content. Returns false if there is no memory for it.
bool snapshot_reserve(struct snapshot* snapshot, size_t size);

void snapshot_free(struct snapshot* snapshot);

// Returns the pressed keys of a snapshot, and what the sensors measure.
uint32_t snapshot_keys(const struct snapshot* snapshot, enum mPlatform platform);
struct sensor_values snapshot_sensors(const struct snapshot* snapshot, enum mPlatform platform);

// Returns the text of the cheats in a snapshot (cheat_list.h).
const char* snapshot_cheats(const struct snapshot* snapshot, enum mPlatform platform, size_t* size);

// Returns the save memory in the bytes of a snapshot.
const uint8_t* snapshot_save(const uint8_t* bytes, enum mPlatform platform, size_t* size);

#endif
