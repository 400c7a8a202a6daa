#include "branch_request.h"

#include "movie.h"

#include <stdlib.h>
#include <string.h>

// Max frames of a branch: frames, timeout and settle.
#define LAST_FRAME (3 * BRANCH_FRAMES_MAX)
#define KEYS_MASK 0x3FF
#define NUMBER_DIGITS 9

static bool refuse(const struct branch_request* request, struct failure* failure, const char* accepted) {
    return branch_input_refuse(request->input, failure, "%s; got \"%.64s\".", accepted, request->input->text);
}

// Reads a number after a space, and moves `text` to the end of the number. Returns false if there is none from min to max.
static bool take_number(const char** text, int64_t min, int64_t max, int64_t* number) {
    const char* digits = *text + 1;
    const size_t count = **text == ' ' ? strspn(digits, "0123456789") : 0;
    if (!count || count > NUMBER_DIGITS) {
        return false;
    }
    *number = 0;
    for (size_t i = 0; i < count; ++i) {
        *number = 10 * *number + (digits[i] - '0');
    }
    *text = digits + count;
    return *number >= min && *number <= max;
}

static bool take_last_number(const char* text, int64_t min, int64_t max, int64_t* number) {
    return take_number(&text, min, max, number) && !*text;
}

static bool read_part(struct branch_request* request, const char* rest, size_t max, struct branch_part* part, struct failure* failure) {
    struct branch_input* input = request->input;
    int64_t size;
    if (!take_last_number(rest, 1, (int64_t) max, &size)) {
        return branch_input_refuse(input, failure, "size must be 1 to %zu; got \"%.64s\".", max, input->text);
    }
    *part = (struct branch_part) {input->at, (size_t) size, input->line};
    return branch_input_bytes(input, (size_t) size, failure);
}

static struct branch* latest(struct branch_request* request) {
    return &request->branches[request->count - 1];
}

static bool read_branch(struct branch_request* request, const char* rest, struct failure* failure) {
    if (*rest) {
        return refuse(request, failure, "branch takes no argument");
    }
    if (request->count == BRANCH_COUNT_MAX) {
        return branch_input_refuse(request->input, failure, "A request must have at most %d branches.", BRANCH_COUNT_MAX);
    }
    request->branches[request->count++] = (struct branch) {.keys = request->key_count, .keys_end = request->key_count};
    return true;
}

static bool add_keys(struct branch_request* request, struct branch_keys keys) {
    if (request->key_count == request->key_capacity) {
        const size_t capacity = request->key_capacity ? 2 * request->key_capacity : 1024;
        struct branch_keys* more = realloc(request->keys, capacity * sizeof(*more));
        if (!more) {
            return false;
        }
        request->keys = more;
        request->key_capacity = capacity;
    }
    request->keys[request->key_count++] = keys;
    latest(request)->keys_end = request->key_count;
    return true;
}

static bool read_keys(struct branch_request* request, const char* rest, struct failure* failure) {
    const struct branch* branch = latest(request);
    const int64_t before = branch->keys_end > branch->keys ? request->keys[branch->keys_end - 1].frame : -1;
    int64_t frame, mask;
    if (!take_number(&rest, 0, LAST_FRAME, &frame) || !take_last_number(rest, 0, KEYS_MASK, &mask)) {
        return refuse(request, failure, "keys must be a frame, 0 to 108000, and a mask, 0 to 1023");
    }
    if (frame <= before) {
        return refuse(request, failure, "The frame must be after that of the keys before");
    }
    return add_keys(request, (struct branch_keys) {(int32_t) frame, (uint32_t) mask})
        || branch_input_refuse(request->input, failure, "There is no memory for the request.");
}

static bool read_frames(struct branch_request* request, const char* rest, struct failure* failure) {
    return take_last_number(rest, 0, BRANCH_FRAMES_MAX, &latest(request)->frames) || refuse(request, failure, "frames must be 0 to 36000");
}

static bool read_settle(struct branch_request* request, const char* rest, struct failure* failure) {
    return take_last_number(rest, 0, BRANCH_FRAMES_MAX, &latest(request)->settle) || refuse(request, failure, "settle must be 0 to 36000");
}

static bool read_until(struct branch_request* request, const char* rest, struct failure* failure) {
    struct branch* branch = latest(request);
    branch->needs_all = !strncmp(rest, " all", 4);
    const bool has_mode = branch->needs_all || !strncmp(rest, " any", 4);
    return (has_mode && take_last_number(rest + 4, 1, BRANCH_FRAMES_MAX, &branch->timeout))
        || refuse(request, failure, "until must be any or all, and a timeout, 1 to 36000");
}

// Adds the latest line to a part that the script parses.
static void add_line(struct branch_request* request, struct branch_part* part, size_t* count) {
    const struct branch_input* input = request->input;
    if (!*count) {
        *part = (struct branch_part) {.at = input->line_at, .line = input->line};
    }
    ++*count;
    part->size = input->at - part->at;
}

static bool read_condition(struct branch_request* request, const char* rest, struct failure* failure) {
    (void) rest;
    struct branch* branch = latest(request);
    if (!branch->timeout) {
        return refuse(request, failure, "A condition must follow until");
    }
    add_line(request, &branch->conditions, &branch->condition_count);
    branch->sees_picture = branch->sees_picture || *request->input->text == 'p';
    return branch->condition_count <= BRANCH_CONDITIONS_MAX
        || branch_input_refuse(request->input, failure, "A branch must have at most %d conditions.", BRANCH_CONDITIONS_MAX);
}

static bool read_read(struct branch_request* request, const char* rest, struct failure* failure) {
    (void) rest;
    struct branch* branch = latest(request);
    add_line(request, &branch->reads, &branch->read_count);
    return branch->read_count <= BRANCH_READS_MAX
        || branch_input_refuse(request->input, failure, "A branch must have at most %d reads.", BRANCH_READS_MAX);
}

static bool read_show(struct branch_request* request, const char* rest, struct failure* failure) {
    latest(request)->shows = true;
    return !*rest || refuse(request, failure, "show takes no argument");
}

static bool read_keep(struct branch_request* request, const char* rest, struct failure* failure) {
    latest(request)->keeps = true;
    return !*rest || refuse(request, failure, "keep takes no argument");
}

// The lines of a branch in their order. Lines with the same position may be mixed.
static const struct {
    const char* word;
    int position;
    bool repeats; // the line may be given more than once
    bool (*read)(struct branch_request* request, const char* rest, struct failure* failure);
} lines[] = {
    {"keys", 1, true, read_keys},
    {"frames", 2, false, read_frames},
    {"until", 3, false, read_until},
    {"value", 4, true, read_condition},
    {"picture", 4, true, read_condition},
    {"achievement", 4, true, read_condition},
    {"settle", 5, false, read_settle},
    {"read", 6, true, read_read},
    {"show", 7, false, read_show},
    {"keep", 8, false, read_keep},
};
#define LINE_COUNT (sizeof(lines) / sizeof(*lines))

// Returns what follows a word at the start of a line; NULL: the line begins with another word.
static const char* after(const char* text, const char* word) {
    const size_t length = strlen(word);
    return !strncmp(text, word, length) && (!text[length] || text[length] == ' ') ? text + length : NULL;
}

// Checks the branch whose last line was read, if there is one.
static bool finish_branch(struct branch_request* request, struct failure* failure) {
    if (!request->count) {
        return true;
    }
    const struct branch* branch = latest(request);
    if (branch->timeout && !branch->condition_count) {
        return branch_input_refuse(request->input, failure, "The branch before must have a condition after until.");
    }
    request->total += branch->frames + branch->timeout + branch->settle;
    return request->total <= BRANCH_TOTAL_FRAMES_MAX
        || branch_input_refuse(request->input, failure, "All branches must have at most %d frames together.", BRANCH_TOTAL_FRAMES_MAX);
}

static bool read_line(struct branch_request* request, int* position, struct failure* failure) {
    const char* text = request->input->text;
    for (size_t i = 0; request->count && i < LINE_COUNT; ++i) {
        const char* rest = after(text, lines[i].word);
        if (!rest) {
            continue;
        }
        if (lines[i].position < *position || (lines[i].position == *position && !lines[i].repeats)) {
            return refuse(request, failure, "The lines of a branch must be in order, and be given once");
        }
        *position = lines[i].position;
        return lines[i].read(request, rest, failure);
    }
    return refuse(request, failure, "The line must be one of a request");
}

static bool read_start(struct branch_request* request, struct failure* failure) {
    struct branch_input* input = request->input;
    if (!branch_input_line(input, failure)) {
        return false;
    }
    const char* rest = after(input->text, "start");
    if (!rest) {
        return refuse(request, failure, "The first line must be start");
    }
    return read_part(request, rest, MOVIE_BYTES_MAX, &request->start, failure);
}

bool branch_request_read(struct branch_request* request, struct branch_input* input, struct failure* failure) {
    *request = (struct branch_request) {.input = input};
    if (!read_start(request, failure)) {
        return false;
    }
    for (int position = 0;;) {
        if (!branch_input_line(input, failure)) {
            return false;
        }
        const bool is_run = !strcmp(input->text, "run");
        const char* branch = after(input->text, "branch");
        const char* load = input->line == 2 ? after(input->text, "load") : NULL;
        bool is_right;
        if (load) {
            is_right = read_part(request, load, MOVIE_STATE_MAX, &request->load, failure);
        } else if (is_run || branch) {
            position = 0;
            is_right = finish_branch(request, failure) && (is_run || read_branch(request, branch, failure));
        } else {
            is_right = read_line(request, &position, failure);
        }
        if (!is_right || is_run) {
            return is_right;
        }
    }
}

const char* branch_request_bytes(const struct branch_request* request, const struct branch_part* part) {
    return (const char*) request->input->bytes + part->at;
}

void branch_request_free(struct branch_request* request) {
    free(request->keys);
    request->keys = NULL;
}
