#include "movie_reader.h"

#include "cheats.h"
#include "movie_parser.h"
#include "notes.h"
#include "save.h"
#include "sensors.h"

#include <stdlib.h>
#include <string.h>

// Puts a state into the machine.
static bool take_state(const struct movie_parser* parser, struct mCore* core, struct failure* failure) {
    struct snapshot snapshot = {0};
    const bool is_taken = snapshot_adopt(&snapshot, parser->bytes, parser->size, core) && snapshot_restore(&snapshot, core);
    snapshot_free(&snapshot);
    return is_taken || movie_parser_refuse(parser, failure, "The state is damaged, or not one of this game.");
}

// Switches the console on with the save memory of the movie; without one it is erased.
static bool switch_on(const struct movie_parser* parser, struct game* game, struct failure* failure) {
    struct mCore* core = game->core;
    save_unmask(core);
    void* save = NULL;
    const size_t size = core->savedataClone(core, &save);
    free(save);
    uint8_t* wanted = malloc(MOVIE_SAVE_MAX);
    if (!wanted) {
        return fail(failure, "Out of memory.");
    }
    memset(wanted, 0xFF, MOVIE_SAVE_MAX);
    memcpy(wanted, parser->bytes, parser->size);
    const size_t wanted_size = parser->size ? parser->size : size;
    if (wanted_size && wanted_size <= MOVIE_SAVE_MAX) {
        core->savedataRestore(core, wanted, wanted_size, true);
    }
    free(wanted);
    core->setKeys(core, 0);
    sensors_set(&(struct sensor_values) {0});
    struct cheat_fault unused;
    cheats_set("", 0, &unused);
    game_reset(game);
    return true;
}

// Parses a movie, and has `core`, unless it is NULL, load each of its states.
static int64_t parse(const struct movie* movie, enum mPlatform platform, struct mCore* core, struct failure* failure) {
    struct movie_parser parser;
    if (!movie_parser_open(&parser, movie, failure)) {
        return -1;
    }
    if (parser.platform != platform) {
        movie_parser_refuse(&parser, failure, "The movie is one of another console.");
        return -1;
    }
    do {
        if (!movie_parser_next(&parser, failure) || (core && parser.item == MOVIE_STATE && !take_state(&parser, core, failure))) {
            return -1;
        }
    } while (parser.item != MOVIE_END);
    return parser.frames;
}

int64_t movie_check(const struct movie* movie, enum mPlatform platform, struct failure* failure) {
    return parse(movie, platform, NULL, failure);
}

// Adds the machine as the start, or as what replaced it in a frame.
static bool add_moment(struct recording* recording, struct mCore* core, int64_t frame) {
    const struct act load = {frame, ACT_BETWEEN, ACT_LOAD, 0, (const uint8_t*) ""};
    if (recording->at && !acts_add(&recording->at->acts, &load)) {
        return false;
    }
    if (recording->at) {
        recording->place = acts_last(&recording->at->acts);
    }
    recording->frame = recording->end = frame;
    moments_begin_group(&recording->moments);
    return recording_add_moment(recording, core, false, true, INT64_MIN);
}

static bool add_item(struct movie_parser* parser, struct recording* recording, struct game* game, struct failure* failure) {
    if (parser->item == MOVIE_NOTE) {
        return notes_add((const char*) parser->bytes, parser->size, parser->note_frame - 1);
    }
    // A movie counts frames from 1, the recording from 0.
    parser->act.frame -= 1;
    switch (parser->item) {
    case MOVIE_POWER:
        if (!switch_on(parser, game, failure) || !add_moment(recording, game->core, -1)) {
            return false;
        }
        recording->at->is_power_on = true;
        return true;
    case MOVIE_STATE:
        return take_state(parser, game->core, failure) && add_moment(recording, game->core, parser->act.frame);
    case MOVIE_ACT:
        return acts_add(&recording->at->acts, &parser->act);
    case MOVIE_NOTE:
    case MOVIE_END:
        break;
    }
    return true;
}

// Replaces the recording by the content of a movie that was checked.
static bool read_all(const struct movie* movie, struct recording* recording, struct game* game, struct failure* failure) {
    struct movie_parser parser;
    recording_clear(recording);
    bool is_read = movie_parser_open(&parser, movie, failure);
    do {
        is_read = is_read && movie_parser_next(&parser, failure) && add_item(&parser, recording, game, failure);
    } while (is_read && parser.item != MOVIE_END);
    return is_read;
}

// Moves the recording to its start, and the machine with it.
static bool return_to_start(struct recording* recording, struct game* game, int64_t frames) {
    struct snapshot start = {0};
    struct moment* first = recording->moments.first;
    // With too many states the oldest one was forgotten.
    const bool is_read = first->frame == -1 && moments_read(&recording->moments, first, &start) && snapshot_restore(&start, game->core);
    snapshot_free(&start);
    recording_enter(recording, first);
    recording->frame = -1;
    recording->end = frames - 1;
    return is_read;
}

bool movie_begin(const struct movie* movie, struct recording* recording, struct game* game, struct failure* failure) {
    struct snapshot present = {0};
    if (!snapshot_take(&present, game->core)) {
        return fail(failure, "Out of memory.");
    }
    bool is_begun = false;
    *failure = (struct failure) {0};
    const int64_t frames = parse(movie, game->core->platform(game->core), game->core, failure);
    if (frames > 0) {
        is_begun = read_all(movie, recording, game, failure) && return_to_start(recording, game, frames);
        if (!is_begun) {
            recording_clear(recording);
        }
    }
    if (!is_begun) {
        snapshot_restore(&present, game->core);
    }
    snapshot_free(&present);
    return is_begun || (!*failure->sentence && fail(failure, "Out of memory."));
}
