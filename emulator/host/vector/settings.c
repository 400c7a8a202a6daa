#include "settings.h"

#include "game.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define COUNT_MAX 256
#define NOOPS_MAX 3600
#define SPIN_MAX 1000
#define TIMEOUT_MIN 100
#define TIMEOUT_MAX 60000
#define TIMEOUT_DEFAULT 5000
#define TEXT_MAX 255

static bool parse_whole(const char* name, const char* text, int64_t min, int64_t max, int64_t* number, struct failure* failure) {
    char* end;
    errno = 0;
    const long long value = strtoll(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno || value < min || value > max) {
        return fail(failure, "%s must be a whole number from %lld to %lld; got \"%s\".", name, (long long) min, (long long) max, text);
    }
    *number = value;
    return true;
}

static bool parse_size(const char** text, char after, uint32_t max, uint32_t* size) {
    char* end;
    const unsigned long value = strtoul(*text, &end, 10);
    const bool is_size = **text >= '0' && **text <= '9' && *end == after && value >= 1 && value <= max;
    *text = end + 1;
    *size = (uint32_t) value;
    return is_size;
}

static bool parse_picture(const char* text, struct vector_settings* settings, struct failure* failure) {
    const bool is_gray = !strncmp(text, "gray:", 5);
    const char* size = text + (is_gray ? 5 : 4);
    settings->channels = is_gray ? 1 : 3;
    if ((is_gray || !strncmp(text, "rgb:", 4)) && parse_size(&size, 'x', PICTURE_WIDTH_MAX, &settings->width)
        && parse_size(&size, '\0', PICTURE_HEIGHT_MAX, &settings->height)) {
        return true;
    }
    return fail(failure, "picture must be gray:WIDTHxHEIGHT or rgb:WIDTHxHEIGHT, at most %dx%d; got \"%s\".", PICTURE_WIDTH_MAX,
                PICTURE_HEIGHT_MAX, text);
}

static bool parse_sticky(const char* text, struct vector_settings* settings, struct failure* failure) {
    char* end;
    const double value = strtod(text, &end);
    if (*text < '0' || *text > '9' || *end || !(value >= 0 && value <= 1)) {
        return fail(failure, "sticky must be a number from 0 to 1; got \"%s\".", text);
    }
    settings->sticky = (uint64_t) (value * 4294967296.0);
    return true;
}

static bool apply(const char* name, const char* value, struct vector_settings* settings, struct failure* failure) {
    int64_t number = 0;
    bool is_right;
    if (!strcmp(name, "count")) {
        is_right = parse_whole(name, value, 1, COUNT_MAX, &number, failure);
        settings->count = (uint32_t) number;
    } else if (!strcmp(name, "picture")) {
        is_right = parse_picture(value, settings, failure);
    } else if (!strcmp(name, "last")) {
        is_right = parse_whole(name, value, 1, 2, &number, failure);
        settings->last = (uint32_t) number;
    } else if (!strcmp(name, "sticky")) {
        is_right = parse_sticky(value, settings, failure);
    } else if (!strcmp(name, "noops")) {
        is_right = parse_whole(name, value, 0, NOOPS_MAX, &number, failure);
        settings->noops = (uint32_t) number;
    } else if (!strcmp(name, "seed")) {
        is_right = parse_whole(name, value, 0, INT64_MAX, &number, failure);
        settings->seed = (uint64_t) number;
    } else if (!strcmp(name, "spin")) {
        is_right = parse_whole(name, value, 0, SPIN_MAX, &settings->spin, failure);
    } else if (!strcmp(name, "timeout")) {
        is_right = parse_whole(name, value, TIMEOUT_MIN, TIMEOUT_MAX, &settings->timeout, failure);
    } else {
        is_right = fail(failure, "Unknown setting \"%s\" in --vector; there are count, picture, last, sticky, noops, seed, spin and "
                        "timeout.", name);
    }
    return is_right;
}

bool vector_settings_parse(const char* text, struct vector_settings* settings, struct failure* failure) {
    char copy[TEXT_MAX + 1];
    if (strlen(text) > TEXT_MAX) {
        return fail(failure, "--vector must have at most %d characters.", TEXT_MAX);
    }
    strcpy(copy, text);
    *settings = (struct vector_settings) {.last = 1, .spin = -1, .timeout = TIMEOUT_DEFAULT};
    char* rest = copy;
    for (char* item = strsep(&rest, ","); item; item = strsep(&rest, ",")) {
        char* value = strchr(item, '=');
        if (!value) {
            return fail(failure, "--vector must be a list like count=16,picture=gray:84x84; got \"%s\".", text);
        }
        *value = '\0';
        if (!apply(item, value + 1, settings, failure)) {
            return false;
        }
    }
    return settings->count || fail(failure, "count is required in --vector.");
}
