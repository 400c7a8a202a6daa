#ifndef HOST_ACTS_H
#define HOST_ACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What came from outside of the machine, in order: keys, writes, the clock, and what replaced the machine.

// Where in a frame it happened: while it ran, in its callback at the end, or between it and the next one.
enum act_phase { ACT_RUN, ACT_CALLBACK, ACT_BETWEEN };

// Those before ACT_LOAD can be done again from their bytes. After one of the others, the machine is known again only at the next moment
// (moments.h).
enum act_kind {
    ACT_KEYS,     // the keys: 4 bytes
    ACT_CLOCK,    // seconds since 1970, read by the game in the frame after: 8 bytes
    ACT_BUS,      // a write on the bus: struct act_write
    ACT_RAW,      // a write into memory: struct act_write
    ACT_REGISTER, // struct act_register
    ACT_SENSORS,  // what the cartridge's sensors measure: struct sensor_values
    ACT_CHEATS,   // all cheats: text as in cheat_list.h
    ACT_RESET,    // between two frames, like the power switch
    ACT_HASH,     // of a movie: what the memory was then: struct memory_hash
    ACT_LOAD,     // a state, save memory, or a reset that depends on more than the machine
    ACT_STEP,     // instructions or frames that a script ran
    ACT_WRITES,   // more acts in a frame than are kept
    ACT_FILE,     // another ROM or save file: never recorded, the history begins anew
};

struct act_write {
    uint32_t address;
    int32_t segment; // of ACT_RAW
    uint32_t value;
    uint8_t width;   // 1, 2 or 4
} __attribute__((packed));

#define REGISTER_NAME_MAX 15

// mGBA takes the value from a pointer to an int32_t.
struct act_register {
    int32_t value;
    char name[REGISTER_NAME_MAX + 1];
};

struct act {
    int64_t frame;
    enum act_phase phase;
    enum act_kind kind;
    size_t size;
    const uint8_t* bytes;
};

// Acts since some frame.
struct acts {
    uint8_t* bytes;
    size_t size;
    size_t capacity;
    int64_t since;
    int64_t latest; // frame of the last one
};

// A place between two acts.
struct acts_place {
    size_t at;
    int64_t frame; // of the act before it
};

void acts_begin(struct acts* acts, int64_t frame);

// Appends an act, which is not before the latest one. Returns false if there is no memory for it.
bool acts_add(struct acts* acts, const struct act* act);

// Reads the act at a place. Returns false at the end.
bool acts_peek(const struct acts* acts, const struct acts_place* place, struct act* act);

// Moves a place behind an act that was read there.
void acts_pass(struct acts_place* place, const struct acts* acts, const struct act* act);

struct acts_place acts_first(const struct acts* acts);
struct acts_place acts_last(const struct acts* acts);

// Forgets everything behind a place.
void acts_cut(struct acts* acts, const struct acts_place* place);

// Moves the acts behind a place to the end of `behind`, which must not have acts of later frames. Returns false if there is no memory for
// them.
bool acts_split(struct acts* acts, const struct acts_place* place, struct acts* behind);

// Shrinks the buffer to the acts in it.
void acts_fit(struct acts* acts);

void acts_free(struct acts* acts);

// Returns whether two acts are the same, in the same frame and phase.
bool act_equals(const struct act* act, const struct act* other);

// Returns whether an act can be done again from its bytes.
bool act_is_repeatable(const struct act* act);

#endif
