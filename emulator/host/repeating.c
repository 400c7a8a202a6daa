#include "repeating.h"

#include "outside.h"
#include "playing.h"
#include "save.h"

static void repeat(struct game* game, const struct act* act) {
    if (act->kind == ACT_RESET) {
        // It kept the save memory when it was recorded.
        save_unmask(game->core);
        game_reset(game);
    } else if (act->kind == ACT_HASH) {
        playing_compare(game->core, act);
    } else {
        outside_repeat(game->core, act);
    }
}

// The game has not read its clock where it did when that was recorded. If that makes a difference, a hash tells.
static void pass_unread_clocks(struct recording* recording) {
    struct act act;
    while (recording_peek(recording, &act) && act.kind == ACT_CLOCK && act.frame < recording->frame) {
        recording_pass(recording, &act);
    }
}

void repeating_do(struct recording* recording, struct game* game, enum act_phase phase) {
    struct act act;
    pass_unread_clocks(recording);
    while (recording_peek(recording, &act) && act.frame == recording->frame && act.phase == phase && act_is_repeatable(&act)) {
        repeat(game, &act);
        recording_pass(recording, &act);
    }
}

bool repeating_replace(struct recording* recording, struct game* game) {
    struct moment* after = recording->at->after;
    struct act act;
    struct snapshot snapshot = {0};
    const bool is_next = after && after->frame == recording->frame;
    const bool is_replaced = is_next && recording_peek(recording, &act) && moments_read(&recording->moments, after, &snapshot);
    if (is_replaced) {
        snapshot_restore(&snapshot, game->core);
    }
    if (is_next) {
        recording_enter(recording, after);
    }
    snapshot_free(&snapshot);
    return is_next;
}

// Replaces the machine if something in this frame did when it was recorded. Returns whether it has done so.
static bool replace_in_frame(struct recording* recording, struct game* game) {
    struct snapshot snapshot = {0};
    struct moment* after = recording_replacement(recording);
    const bool is_replaced = after && moments_read(&recording->moments, after, &snapshot);
    if (is_replaced) {
        snapshot_restore_in_frame(&snapshot, game->core);
        recording_enter(recording, after);
    }
    snapshot_free(&snapshot);
    return is_replaced;
}

void repeating_arrive(struct recording* recording, struct game* game) {
    if (replace_in_frame(recording, game)) {
        return;
    }
    struct act act;
    const bool is_end = recording->frame == recording->end;
    // A reset is between frames.
    while (is_end && recording_peek(recording, &act) && act_is_repeatable(&act) && act.kind != ACT_RESET) {
        repeat(game, &act);
        recording_pass(recording, &act);
    }
}
