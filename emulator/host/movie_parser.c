#include "movie_parser.h"

#include "notes.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bool movie_parser_refuse(const struct movie_parser* parser, struct failure* failure, const char* sentence) {
    return fail(failure, "line %" PRId64 ": %s", parser->line, sentence);
}

static bool next_line(struct movie_parser* parser, struct failure* failure) {
    const struct movie* movie = parser->movie;
    ++parser->line;
    const uint8_t* from = movie->bytes + parser->at;
    const uint8_t* end = parser->at < movie->size ? memchr(from, '\n', movie->size - parser->at) : NULL;
    if (!end) {
        return movie_parser_refuse(parser, failure, "The movie is cut off.");
    }
    const size_t length = (size_t) (end - from);
    if (length >= sizeof(parser->text) || memchr(from, '\0', length)) {
        return movie_parser_refuse(parser, failure, "The line is too long, or has a zero byte.");
    }
    memcpy(parser->text, from, length);
    parser->text[length] = '\0';
    parser->at += length + 1;
    return true;
}

// The bytes of an item follow its line, and end with one more line break.
static bool take_bytes(struct movie_parser* parser, int64_t size, size_t max, struct failure* failure) {
    const size_t left = parser->movie->size - parser->at;
    if (size < 0 || (uint64_t) size > max) {
        return movie_parser_refuse(parser, failure, "The state, the save memory, the note or the text of the cheats is too large.");
    }
    parser->bytes = parser->movie->bytes + parser->at;
    parser->size = (size_t) size;
    if (left <= parser->size || parser->bytes[size] != '\n') {
        return movie_parser_refuse(parser, failure, "The movie is cut off.");
    }
    parser->at += parser->size + 1;
    return true;
}

static void set_act(struct movie_parser* parser, enum act_kind kind, size_t size) {
    parser->act.kind = kind;
    parser->act.size = size;
    parser->act.bytes = (const uint8_t*) &parser->what;
    parser->item = MOVIE_ACT;
}

static bool set_phase(struct movie_parser* parser, char phase) {
    parser->act.phase = phase == 'c' ? ACT_CALLBACK : ACT_BETWEEN;
    return phase == 'c' || phase == 'b';
}

// Tells whether the whole text has the format.
#define SCAN(text, count, format, ...) \
    (end = 0, sscanf(text, format "%n", __VA_ARGS__, &end) == (count) && end && !(text)[end])

static bool is_width(int64_t width, int64_t value) {
    return (width == 1 || width == 2 || width == 4) && value >= 0 && value < (int64_t) 1 << 8 * width;
}

static bool parse_write(struct movie_parser* parser) {
    const char* text = parser->text;
    int64_t width, address, value, segment = 0;
    char phase;
    int end;
    const bool is_raw = SCAN(text, 6, "raw %" SCNd64 " %c %" SCNd64 " %" SCNd64 " %" SCNd64 " %" SCNd64, &parser->act.frame, &phase, &width,
                             &address, &segment, &value);
    if (!is_raw && !SCAN(text, 5, "bus %" SCNd64 " %c %" SCNd64 " %" SCNd64 " %" SCNd64, &parser->act.frame, &phase, &width, &address,
                         &value)) {
        return false;
    }
    parser->what.write = (struct act_write) {(uint32_t) address, (int32_t) segment, (uint32_t) value, (uint8_t) width};
    set_act(parser, is_raw ? ACT_RAW : ACT_BUS, sizeof(parser->what.write));
    return set_phase(parser, phase) && is_width(width, value) && address >= 0 && address <= UINT32_MAX && segment >= -1
        && segment <= UINT16_MAX;
}

static bool parse_register(struct movie_parser* parser) {
    struct act_register* named = &parser->what.named;
    char phase;
    int end;
    int64_t value;
    memset(named, 0, sizeof(*named));
    if (!SCAN(parser->text, 4, "register %" SCNd64 " %c %15[a-z0-9_] %" SCNd64, &parser->act.frame, &phase, named->name, &value)) {
        return false;
    }
    named->value = (int32_t) value;
    set_act(parser, ACT_REGISTER, sizeof(*named));
    return set_phase(parser, phase) && value >= INT32_MIN && value <= INT32_MAX;
}

static bool parse_sensors(struct movie_parser* parser) {
    int64_t tilt_x, tilt_y, gyroscope, light;
    char phase;
    int end;
    if (!SCAN(parser->text, 6, "sensors %" SCNd64 " %c %" SCNd64 " %" SCNd64 " %" SCNd64 " %" SCNd64, &parser->act.frame, &phase, &tilt_x,
              &tilt_y, &gyroscope, &light)) {
        return false;
    }
    set_act(parser, ACT_SENSORS, sizeof(parser->what.sensors));
    return set_phase(parser, phase) && sensors_make(&parser->what.sensors, tilt_x, tilt_y, gyroscope, light);
}

static bool parse_hash(struct movie_parser* parser) {
    struct memory_hash* hash = &parser->what.hash;
    *hash = (struct memory_hash) {0};
    const char* text = parser->text;
    int end = 0;
    if (sscanf(text, "hash %" SCNd64 "%n", &parser->act.frame, &end) != 1) {
        return false;
    }
    for (text += end; *text && hash->count < HASH_REGIONS_MAX; text += end) {
        char name[9];
        const char* expected = memory_hash_name(parser->platform, hash->count);
        end = 0;
        if (!expected || sscanf(text, " %8[a-z]=%16" SCNx64 "%n", name, &hash->regions[hash->count], &end) != 2 || strcmp(name, expected)) {
            return false;
        }
        ++hash->count;
    }
    set_act(parser, ACT_HASH, sizeof(*hash));
    parser->act.phase = ACT_BETWEEN;
    return !*text && hash->count;
}

static bool parse_input(struct movie_parser* parser) {
    const char* text = parser->text;
    int64_t value;
    char phase = 'b';
    int end;
    if (SCAN(text, 3, "keys %" SCNd64 " %c %" SCNd64, &parser->act.frame, &phase, &value)) {
        parser->what.keys = (uint32_t) value;
        set_act(parser, ACT_KEYS, sizeof(parser->what.keys));
        return set_phase(parser, phase) && value >= 0 && value <= 0x3FF;
    }
    if (SCAN(text, 1, "reset %" SCNd64, &parser->act.frame)) {
        set_act(parser, ACT_RESET, 0);
        return set_phase(parser, 'b');
    }
    if (SCAN(text, 2, "clock %" SCNd64 " %" SCNd64, &parser->act.frame, &parser->what.clock)) {
        set_act(parser, ACT_CLOCK, sizeof(parser->what.clock));
        parser->act.phase = ACT_RUN;
        return true;
    }
    return false;
}

static bool take_cheats(struct movie_parser* parser, int64_t size, char phase, struct failure* failure) {
    if (!take_bytes(parser, size, CHEATS_BYTES_MAX, failure)) {
        return false;
    }
    parser->item = MOVIE_ACT;
    parser->act.kind = ACT_CHEATS;
    parser->act.bytes = parser->bytes;
    parser->act.size = parser->size;
    return set_phase(parser, phase) && cheat_list_accepts(parser->platform, (const char*) parser->bytes, parser->size);
}

// Parses a line with bytes, or the last one. Returns false if the line is another.
static bool parse_other(struct movie_parser* parser, struct failure* failure, bool* is_right) {
    int64_t size;
    char phase;
    int end;
    if (SCAN(parser->text, 2, "state %" SCNd64 " %" SCNd64, &parser->act.frame, &size)) {
        parser->item = MOVIE_STATE;
        parser->act.phase = ACT_BETWEEN;
        *is_right = take_bytes(parser, size, MOVIE_STATE_MAX, failure);
        return true;
    }
    if (SCAN(parser->text, 1, "power %" SCNd64, &size)) {
        parser->item = MOVIE_POWER;
        parser->act.frame = 0;
        *is_right = take_bytes(parser, size, MOVIE_SAVE_MAX, failure);
        return true;
    }
    if (SCAN(parser->text, 2, "note %" SCNd64 " %" SCNd64, &parser->note_frame, &size)) {
        parser->item = MOVIE_NOTE;
        *is_right = take_bytes(parser, size, NOTE_BYTES_MAX, failure)
            && (note_is_line((const char*) parser->bytes, parser->size)
                || movie_parser_refuse(parser, failure, "A note must be a line of text."));
        return true;
    }
    if (SCAN(parser->text, 3, "cheats %" SCNd64 " %c %" SCNd64, &parser->act.frame, &phase, &size)) {
        *failure = (struct failure) {0};
        *is_right = take_cheats(parser, size, phase, failure)
            || (!*failure->sentence && movie_parser_refuse(parser, failure, "The cheats are none of this console."));
        return true;
    }
    if (!strcmp(parser->text, "end")) {
        parser->item = MOVIE_END;
        *is_right = parser->at == parser->movie->size || movie_parser_refuse(parser, failure, "Something follows the end.");
        return true;
    }
    return false;
}

// The order of the phases of a frame: its callback, after it, in the next frame's run.
static int order_of(const struct act* act) {
    return act->phase == ACT_RUN ? ACT_BETWEEN + 1 : (int) act->phase;
}

static bool is_in_order(const struct movie_parser* parser, const struct act* before) {
    return parser->act.frame > before->frame || (parser->act.frame == before->frame && order_of(&parser->act) >= order_of(before));
}

bool movie_parser_next(struct movie_parser* parser, struct failure* failure) {
    const struct act before = parser->act;
    bool is_right;
    if (!next_line(parser, failure)) {
        return false;
    }
    if (parse_other(parser, failure, &is_right)) {
        if (!is_right || parser->item == MOVIE_END) {
            return is_right;
        }
    } else if (!parse_input(parser) && !parse_write(parser) && !parse_register(parser) && !parse_sensors(parser)
               && !parse_hash(parser)) {
        return movie_parser_refuse(parser, failure, "The line must be one of a movie.");
    }
    const bool is_second = parser->line == 2;
    // On later lines, a state of frame 0 replaces the machine at the start.
    const bool is_start = parser->item == MOVIE_POWER || (parser->item == MOVIE_STATE && parser->act.frame == 0 && is_second);
    if (is_start != is_second) {
        return movie_parser_refuse(parser, failure, "The second line, and no other, must have the start.");
    }
    const int64_t frame = parser->item == MOVIE_NOTE ? parser->note_frame : parser->act.frame;
    if (frame < 0 || frame > parser->frames) {
        return movie_parser_refuse(parser, failure, "The frame must be 0 to the movie's number of frames.");
    }
    return is_in_order(parser, &before) || movie_parser_refuse(parser, failure, "The lines are not in order.");
}

bool movie_parser_open(struct movie_parser* parser, const struct movie* movie, struct failure* failure) {
    *parser = (struct movie_parser) {.movie = movie, .act = {.phase = ACT_CALLBACK}};
    char platform[4];
    int end;
    if (!next_line(parser, failure)) {
        return false;
    }
    if (!SCAN(parser->text, 2, "movie 1 %3[A-Z] %" SCNd64, platform, &parser->frames)) {
        return movie_parser_refuse(parser, failure, "This is no movie of format 1.");
    }
    parser->platform = strcmp(platform, "GBA") ? mPLATFORM_GB : mPLATFORM_GBA;
    return (parser->frames >= 1 && parser->frames <= MOVIE_FRAMES_MAX) ||
           movie_parser_refuse(parser, failure, "The number of frames must be 1 to 100000000.");
}
