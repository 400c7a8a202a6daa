#ifndef HOST_MOVIE_PARSER_H
#define HOST_MOVIE_PARSER_H

#include "acts.h"
#include "cheat_list.h"
#include "failure.h"
#include "memory_hash.h"
#include "movie.h"
#include "sensors.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Parses a movie line by line.

enum movie_item { MOVIE_POWER, MOVIE_STATE, MOVIE_NOTE, MOVIE_ACT, MOVIE_END };

struct movie_parser {
    const struct movie* movie;
    size_t at;
    int64_t line;
    enum mPlatform platform;
    int64_t frames;
    // The item that was read last.
    enum movie_item item;
    struct act act; // its frame counts from the start, 0; of a state, frame and phase only
    int64_t note_frame;
    const uint8_t* bytes; // of a state, of the save memory, of a note, or of the cheats
    size_t size;
    union {
        uint32_t keys;
        int64_t clock;
        struct act_write write;
        struct act_register named;
        struct sensor_values sensors;
        struct memory_hash hash;
    } what;
    char text[512];
};

// Begins to parse a movie, with its first line. Returns false if that is wrong.
bool movie_parser_open(struct movie_parser* parser, const struct movie* movie, struct failure* failure);

// Reads the next item. Returns false if its line is wrong.
bool movie_parser_next(struct movie_parser* parser, struct failure* failure);

// Adds the number of the latest line to the start of a sentence. Returns false.
bool movie_parser_refuse(const struct movie_parser* parser, struct failure* failure, const char* sentence);

#endif
