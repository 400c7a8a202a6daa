#include "step.h"

#include "actions.h"
#include "box_filter.h"
#include "generator.h"
#include "snapshot.h"

#include <string.h>

static struct step_machine machine;
static uint32_t keys; // in the latest frame

// Of the frame that runs; `values` is NULL if it isn't the last one.
static struct {
    int64_t* values;
    uint64_t missing;
} reading;

// The picture of the last frame but one.
static uint8_t before[PICTURE_WIDTH_MAX * PICTURE_HEIGHT_MAX * 4];

// Scripts see memory at this moment; the frame's last events may still be to come.
static void on_frame_ended(void* unused) {
    (void) unused;
    if (reading.values) {
        reading.missing = read_list_run(&machine.shared->reads, machine.game->core, reading.values);
        reading.values = NULL;
    }
}

void step_open(const struct step_machine* opened) {
    machine = *opened;
    struct mCoreCallbacks callbacks = {.videoFrameEnded = on_frame_ended};
    machine.game->core->addCoreCallbacks(machine.game->core, &callbacks);
}

// What a console doesn't draw of its first frame would be of the game before the reset.
static void clear_picture(void) {
    if (machine.settings->width) {
        const size_t pixels = (size_t) machine.game->width * machine.game->height;
        memset(machine.game->picture, UINT8_MAX, pixels * sizeof(*machine.game->picture));
    }
}

bool step_reset(uint16_t start) {
    const struct start_slots* starts = &machine.shared->starts;
    const uint32_t slot = starts->slot_of[start];
    const struct snapshot snapshot = {.bytes = vector_shared_slot(slot), .size = starts->sizes[slot]};
    keys = 0;
    if (!snapshot.size || !snapshot_restore(&snapshot, machine.game->core)) {
        return false;
    }
    clear_picture();
    actions_reset(start, starts->editions[start]);
    return true;
}

static void run_frame(uint32_t pressed, bool draws) {
    actions_add(pressed);
    machine.game->core->setKeys(machine.game->core, pressed);
    machine.game->skips_drawing = !draws;
    game_run_frame(machine.game);
    // A Game Boy whose screen is off may have had no callback.
    on_frame_ended(NULL);
    atomic_fetch_add_explicit(machine.progress, 1, memory_order_relaxed);
}

static void run_noops(void) {
    if (!machine.settings->noops) {
        return;
    }
    const uint64_t number = generator_next(&machine.generator);
    for (uint64_t left = number * (machine.settings->noops + 1) >> 32; left; --left) {
        run_frame(0, false);
    }
}

static uint32_t choose_keys(const struct order* order) {
    const uint64_t sticky = machine.settings->sticky;
    if (!sticky || generator_next(&machine.generator) >= sticky) {
        keys = order->keys;
    }
    return keys;
}

static struct picture_size picture_size(void) {
    struct picture_size size;
    game_picture_size(machine.game, &size.width, &size.height);
    return size;
}

static void keep_picture(void) {
    const struct picture_size size = picture_size();
    memcpy(before, machine.game->picture, (size_t) size.height * machine.game->width * sizeof(*machine.game->picture));
}

static void write_picture(uint8_t* pixels, bool has_before) {
    const struct picture_size size = picture_size();
    const uint8_t* picture = (const uint8_t*) machine.game->picture;
    const size_t bytes = (size_t) size.height * machine.game->width * sizeof(*machine.game->picture);
    for (size_t i = 0; has_before && i < bytes; ++i) {
        before[i] = before[i] > picture[i] ? before[i] : picture[i];
    }
    const struct picture_size resized = {machine.settings->width, machine.settings->height};
    box_filter(has_before ? before : picture, machine.game->width, size, pixels, resized, machine.settings->channels == 1);
}

bool step_run(const struct order* order, const struct answer* answer, int64_t* frame, uint64_t* missing) {
    const bool resets = order->flags & ORDER_RESET;
    if (resets && !step_reset(order->start)) {
        return false;
    }
    if (order->flags & ORDER_SEED) {
        machine.generator = order->seed;
    }
    if (resets) {
        run_noops();
    }
    const uint32_t draws = machine.settings->width ? machine.settings->last : 0;
    for (uint32_t left = order->frames; left; --left) {
        if (left == 1) {
            reading.values = answer->values;
            if (draws == 2 && order->frames > 1) {
                keep_picture();
            }
        }
        run_frame(choose_keys(order), left <= draws);
    }
    if (draws) {
        write_picture(answer->pixels, draws == 2 && order->frames > 1);
    }
    *frame = machine.game->core->frameCounter(machine.game->core);
    *missing = reading.missing;
    actions_end(order->ticket);
    return true;
}
