#include "replay.h"

#include "order.h"

#include <inttypes.h>
#include <string.h>

// The no-ops after a reset and the frames of the step can be one action, if their keys are the same.
#define ACTION_FRAMES_MAX (2 * ORDER_FRAMES_MAX)

static struct action actions[VECTOR_ACTIONS]; // a copy, which the client can't change any more

// Copies all actions since the latest reset. Returns how many they are; 0: there is no such reset.
static uint32_t copy_episode(const struct vector_parts* parts, uint32_t game, uint64_t count) {
    const uint64_t kept = count < VECTOR_ACTIONS ? count : VECTOR_ACTIONS;
    for (uint32_t number = 1; number <= kept; ++number) {
        struct action* action = &actions[VECTOR_ACTIONS - number];
        memcpy(action, vector_block_action(&parts->block, game, count - number), sizeof(*action));
        if (!action->step) {
            // A game that died within a step had begun to write over the oldest ones.
            return 0;
        }
        if (action->flags & ACTION_RESET) {
            return number;
        }
    }
    return 0;
}

// The client may have written anything.
static bool are_valid(const struct action* action, uint32_t number) {
    bool is_right = action->start < STARTS_MAX;
    for (uint32_t i = 0; i < number; ++i) {
        is_right = is_right && !(action[i].keys & ~ORDER_KEYS) && action[i].frames >= 1 && action[i].frames <= ACTION_FRAMES_MAX;
    }
    return is_right;
}

static bool write_movie(const struct vector_parts* parts, const struct action* action, uint32_t number, struct movie* movie) {
    const struct start_slots* starts = &parts->shared->starts;
    const uint32_t slot = starts->slot_of[action->start];
    struct mCore* core = parts->game.core;
    int64_t frames = 0;
    for (uint32_t i = 0; i < number; ++i) {
        frames += action[i].frames;
    }
    bool is_written = movie_print(movie, "movie 1 %s %" PRId64 "\nstate 0 %zu\n", core->platform(core) == mPLATFORM_GBA ? "GBA" : "GB",
                                  frames, starts->sizes[slot])
        && movie_add(movie, vector_shared_slot(slot), starts->sizes[slot]) && movie_print(movie, "\n");
    int64_t frame = 0;
    uint32_t keys = 0;
    for (uint32_t i = 0; i < number; frame += action[i++].frames) {
        if (action[i].keys != keys) {
            keys = action[i].keys;
            is_written = is_written && movie_print(movie, "keys %" PRId64 " b %u\n", frame, keys);
        }
    }
    return is_written && movie_print(movie, "end\n");
}

bool replay_write(const struct vector_parts* parts, uint32_t game, struct movie* movie, struct failure* failure) {
    const struct worker_words* words = &parts->shared->workers[game];
    const uint32_t answered = atomic_load(&words->answered);
    const uint64_t count = words->actions;
    const uint32_t number = copy_episode(parts, game, count);
    atomic_thread_fence(memory_order_seq_cst);
    if (order_is_there(&parts->block, game, answered) || answered != atomic_load(&words->answered)) {
        return fail(failure, "Game %u is in a step; a movie is taken between steps.", game);
    }
    if (!number) {
        return count ? fail(failure, "Game %u has had more than %u actions since its latest reset; no more are kept.", game, VECTOR_ACTIONS)
                     : fail(failure, "Game %u has not been stepped yet.", game);
    }
    const struct action* first = &actions[VECTOR_ACTIONS - number];
    if (!are_valid(first, number)) {
        return fail(failure, "The client has written over the actions of game %u.", game);
    }
    if (!first->edition || first->edition != parts->shared->starts.editions[first->start]) {
        return fail(failure, "Start %u was set anew since game %u began at it; its state is gone.", first->start, game);
    }
    return write_movie(parts, first, number, movie) || fail(failure, "Out of memory.");
}
