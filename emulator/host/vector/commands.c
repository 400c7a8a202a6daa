#include "commands.h"

#include "change.h"
#include "expiry.h"
#include "layout.h"
#include "replay.h"
#include "starts.h"
#include "workers.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define READS_BYTES_MAX ((size_t) 16 << 10)

static enum inquiry inquired; // by the request that runs

static void refuse(const struct failure* failure) {
    control_refuse(failure->sentence);
}

// Parses a number of the line, or refuses.
static bool take_number(const struct control_request* request, const char* name, uint32_t max, uint32_t* number) {
    const char* text = request->words[1];
    char* end;
    const unsigned long value = strtoul(text, &end, 10);
    struct failure failure;
    if (*text < '0' || *text > '9' || *end || strlen(text) > 9 || value > max) {
        fail(&failure, "%s must be 0 to %u; got \"%s\".", name, max, text);
        refuse(&failure);
        return false;
    }
    *number = (uint32_t) value;
    return true;
}

static void say_hello(struct commands* commands, const struct control_request* request) {
    (void) request;
    const struct vector_block* block = &commands->parts->block;
    control_attach(block->file);
    control_respond(NULL, 0, " %d %d %d %zu", VECTOR_LAYOUT_VERSION, (int) getpid(), block->file, block->layout.size);
}

// As the script tells them to a bridge, so that both find the same states.
static void tell_game(struct commands* commands, const struct control_request* request) {
    (void) request;
    struct mCore* core = commands->parts->game.core;
    uint32_t sum = 0;
    char title[32] = "";
    core->checksum(core, &sum, mCHECKSUM_CRC32);
    core->getGameTitle(core, title);
    const char* platform = core->platform(core) == mPLATFORM_GBA ? "GBA" : "GB";
    size_t size = strlen(title);
    while (size && title[size - 1] == ' ') {
        --size;
    }
    // Without bytes nothing but the line is sent.
    control_respond((const uint8_t*) title, size, " %s %08" PRIX32 " %zu%s", platform, sum, size, size ? "" : "\n");
}

static void set_start(struct commands* commands, const struct control_request* request) {
    uint32_t start;
    if (take_number(request, "start", STARTS_MAX - 1, &start)) {
        change_start(commands->parts, start, request->bytes, request->size);
    }
}

static void set_reads(struct commands* commands, const struct control_request* request) {
    struct read_list list;
    struct failure failure;
    const bool is_text = !memchr(request->bytes, '\0', request->size) || fail(&failure, "reads must be lines of text.");
    if (is_text && read_list_parse(&list, (char*) request->bytes, commands->parts->game.core, &failure)) {
        change_reads(commands->parts, &list);
    } else {
        refuse(&failure);
    }
}

static void inquire(struct commands* commands, const struct control_request* request) {
    uint32_t game;
    if (take_number(request, "game", commands->parts->settings.count - 1, &game)) {
        inquired = strcmp(request->words[0], "state") ? INQUIRY_SCREEN : INQUIRY_STATE;
        change_inquire(commands->parts, game, inquired);
    }
}

static void write_movie(struct commands* commands, const struct control_request* request) {
    uint32_t game;
    struct movie movie = {0};
    struct failure failure;
    if (!take_number(request, "game", commands->parts->settings.count - 1, &game)) {
        return;
    }
    if (replay_write(commands->parts, game, &movie, &failure)) {
        control_respond(movie.bytes, movie.size, " %zu", movie.size);
    } else {
        refuse(&failure);
    }
    movie_free(&movie);
}

static void set_lease(struct commands* commands, const struct control_request* request) {
    uint32_t seconds;
    if (take_number(request, "seconds", EXPIRY_MAX, &seconds)) {
        commands->lease = seconds;
        control_respond(NULL, 0, "%s", "");
    }
}

static void tell_status(struct commands* commands, const struct control_request* request) {
    (void) commands;
    (void) request;
    const struct workers_lost lost = workers_lost();
    control_respond(NULL, 0, " %" PRIu32 " %" PRIu32, lost.died, lost.stuck);
}

static void end(struct commands* commands, const struct control_request* request) {
    (void) request;
    commands->ends = true;
    control_respond(NULL, 0, "%s", "");
}

static const struct {
    const char* word;
    size_t words;
    size_t limit; // bytes that follow; 0: none, and no size
    void (*run)(struct commands* commands, const struct control_request* request);
} known[] = {
    {"hello", 1, 0, say_hello}, {"game", 1, 0, tell_game}, {"start", 3, START_STATE_MAX, set_start},
    {"reads", 2, READS_BYTES_MAX, set_reads}, {"state", 2, 0, inquire}, {"screen", 2, 0, inquire}, {"movie", 2, 0, write_movie},
    {"lease", 2, 0, set_lease}, {"status", 1, 0, tell_status}, {"end", 1, 0, end},
};
#define KNOWN_COUNT (sizeof(known) / sizeof(*known))

size_t commands_limit(const char* word, size_t count) {
    for (size_t i = 0; i < KNOWN_COUNT; ++i) {
        if (!strcmp(known[i].word, word) && known[i].words == count) {
            return known[i].limit;
        }
    }
    return 0;
}

void commands_run(struct commands* commands, const struct control_request* request) {
    struct failure failure;
    inquired = INQUIRY_NONE;
    for (size_t i = 0; i < KNOWN_COUNT; ++i) {
        if (strcmp(known[i].word, request->words[0])) {
            continue;
        }
        if (request->count == known[i].words) {
            known[i].run(commands, request);
        } else {
            fail(&failure, "%s takes %zu words; got %zu.", known[i].word, known[i].words - 1, request->count - 1);
            refuse(&failure);
        }
        return;
    }
    fail(&failure, "Unknown request \"%s\"; there are hello, game, start, reads, state, screen, movie, lease, status and end.",
         request->words[0]);
    refuse(&failure);
}

void commands_continue(struct commands* commands) {
    struct failure failure;
    if (!change_is_running()) {
        return;
    }
    const enum change_result result = change_continue(&failure);
    const struct vector_shared* shared = commands->parts->shared;
    if (result == CHANGE_FAILED) {
        refuse(&failure);
    } else if (result == CHANGE_DONE && inquired == INQUIRY_STATE) {
        control_respond(vector_shared_result(), shared->result.size, " %zu", shared->result.size);
    } else if (result == CHANGE_DONE && inquired == INQUIRY_SCREEN) {
        control_respond(vector_shared_result(), shared->result.size, " %u %u %zu", shared->result.width, shared->result.height,
                        shared->result.size);
    } else if (result == CHANGE_DONE) {
        control_respond(NULL, 0, "%s", "");
    }
}
