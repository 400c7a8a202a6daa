#include "commands.h"

#include "game.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PENDING 64

// A wait or a press that has not ended.
struct pending {
    struct connection* connection; // NULL: free
    char id[17];
    bool replies; // to its sender when it ends
    bool begun; // the game has counted the press
    int mask; // 0: a wait
    long press; // its number
    int64_t from, up, due; // frames: when it begins, the buttons are released, it ends
};

struct connection connections[CONNECTIONS];
const char* model = "DMG";
int64_t expiry;

static struct pending pending[PENDING];
static char lease[24], owner[65];
static int64_t hold_until;
static long presses, holds, commands;

static void run(struct connection* connection, struct buffer* out, struct message* message);

static void reply(struct buffer* out, const char* id, const char* arguments) {
    send_message(out, game_frame(), id, "ok", arguments, "", 0);
}

#define REPLY(out, id, ...) do { \
    char text_[HEADER_MAX]; \
    snprintf(text_, sizeof(text_), __VA_ARGS__); \
    reply(out, id, text_); \
} while (0)

static void refuse(struct buffer* out, const char* id, const char* status, const char* sentence) {
    send_message(out, game_frame(), id, status, "", sentence, strlen(sentence));
}

static void set_held(bool is_held) {
    game_rebase();
    game.is_held = is_held;
}

static void finish(struct pending* each, int64_t at) {
    if (each->replies && each->mask) {
        REPLY(&each->connection->out, each->id, "%ld %" PRId64 " %" PRId64, each->press, each->from, each->up);
    } else if (each->replies) {
        REPLY(&each->connection->out, each->id, "%" PRId64, at - each->from);
    }
    each->connection = NULL;
}

int64_t commands_advance(void) {
    if (game.is_held && game_now() > hold_until) {
        set_held(false);
    }
    const int64_t at = game_frame();
    int64_t next = INT64_MAX;
    int down = 0;
    for (struct pending* each = pending; each < pending + PENDING; ++each) {
        if (each->connection && each->mask && at >= each->from) {
            if (!each->begun) {
                each->begun = true;
                game_press(each->mask);
            }
            down |= at < each->up ? each->mask : 0;
        }
        if (each->connection && at >= each->due) {
            finish(each, at);
        }
        const int64_t due = !each->connection ? INT64_MAX : each->mask && !each->begun ? each->from : each->due;
        next = due < next ? due : next;
    }
    game_show(down);
    const int64_t left = next == INT64_MAX ? -1 : game_time_until(next), held = hold_until - game_now() + 1;
    return !game.is_held ? left : held > 0 ? held : 0;
}

static void end_pending(const struct connection* of, const char* id, const char* status) {
    for (struct pending* each = pending; each < pending + PENDING; ++each) {
        if (each->connection && (!of || each->connection == of) && (!id || !strcmp(each->id, id))) {
            if (status && each->replies) {
                refuse(&each->connection->out, each->id, status, "It ended early.");
            }
            each->connection = NULL;
        }
    }
}

static struct pending* add_pending(struct connection* connection, const struct message* message) {
    for (struct pending* each = pending; each < pending + PENDING; ++each) {
        if (!each->connection) {
            *each = (struct pending) {.connection = connection, .replies = true};
            memcpy(each->id, message->id, sizeof(each->id));
            return each;
        }
    }
    refuse(&connection->out, message->id, "busy", "Too many waits and presses.");
    return NULL;
}

static void tell_facts(struct buffer* out, const char* id) {
    static int64_t instance;
    instance = instance ? instance : game_now();
    char facts[HEADER_MAX], files[NAME_MAX + 32];
    int clients = 0;
    for (int i = 0; i < CONNECTIONS; ++i) {
        clients += connections[i].greeted;
    }
    snprintf(facts, sizeof(facts),
        "protocol=3 script=1.0.0 instance=%x%" PRIx64 " mgba=0.10 platform=%s title=%s code=%s crc32=%08X size=%ld framecycles=%d "
        "frequency=%d model=%s capabilities=memory,buttons,reset,states,rom,step,speed,expiry,idle clients=%d commands=%ld cancelled=0 "
        "memory=%d", getpid(), instance, game.is_gba ? "GBA" : "GB", game.title, game.code, game.crc, game.size,
        game.is_gba ? 280896 : 70224, game.is_gba ? 16777216 : 4194304, game.is_gba ? "AGB" : model, clients, commands, WRAM);
    const int length = snprintf(files, sizeof(files), "file=%s\nsavewritable=1\n", game.file);
    send_message(out, game_frame(), id, "ok", facts, files, (size_t) length);
}

static void use_memory(struct buffer* out, const struct message* message) {
    const bool writes = is(message, "memory.write", 2), reads = is(message, "memory.read", 3);
    const int64_t length = writes ? (int64_t) message->length : number(message, 1);
    uint8_t* at = game_memory(number(message, 0), length, !strcmp(message->arguments[message->count - 1], "wram"));
    uint32_t value = (uint32_t) number(message, 2);
    if (!at) {
        refuse(out, message->id, "out-of-range", "The stub has work memory only.");
    } else if (!writes && !reads && length > 4) {
        refuse(out, message->id, "bad-request", "width must be 1, 2 or 4.");
    } else if (reads) {
        send_message(out, game_frame(), message->id, "ok", "", at, (size_t) length);
    } else if (is(message, "memory.get", 3)) {
        value = 0;
        memcpy(&value, at, (size_t) length);
        REPLY(out, message->id, "%" PRIu32, value);
    } else {
        memcpy(at, writes ? message->payload : (const char*) &value, (size_t) length);
        reply(out, message->id, "");
    }
}

static void press(struct connection* connection, const struct message* message) {
    struct pending* added = add_pending(connection, message);
    if (!added) {
        return;
    }
    // After all earlier presses of these buttons.
    const int mask = (int) number(message, 0);
    int64_t from = game_frame() + 1;
    int waiting = 1;
    for (const struct pending* each = pending; each < pending + PENDING; ++each) {
        waiting += each->connection && each->mask;
        from = each->connection && each->mask & mask && each->due > from ? each->due : from;
    }
    added->mask = mask;
    added->press = ++presses;
    added->from = from;
    added->up = from + number(message, 1);
    added->due = added->up + number(message, 2);
    added->replies = number(message, 3) == 1;
    if (!added->replies) {
        REPLY(&connection->out, message->id, "%ld %d", presses, waiting);
    }
}

static long milliseconds_left(void) {
    return (hold_until - game_now()) / 1000000;
}

static void hold(struct buffer* out, const struct message* message) {
    if (!game.is_held) {
        set_held(true);
        snprintf(lease, sizeof(lease), "%ld", ++holds);
        snprintf(owner, sizeof(owner), "%s", message->arguments[3]);
    }
    hold_until = game_now() + number(message, 0) * 1000000;
    REPLY(out, message->id, "%s %ld %s", lease, milliseconds_left(), owner);
}

static void step(struct connection* connection, struct buffer* out, const struct message* message) {
    if (!game.is_held) {
        refuse(out, message->id, "not-held", "The game is not frozen, or the lease has expired.");
        return;
    }
    struct buffer replies = {0};
    struct message inner;
    const char* rest = message->payload;
    size_t left = message->length;
    long length = parse(&inner, rest, left);
    if (length > 0 && is(&inner, "state.load", 1)) {
        run(connection, &replies, &inner);
        replies.length = 0;
        rest += length;
        left -= (size_t) length;
    }
    game_step(number(message, 0));
    game_press((int) number(message, 1));
    commands_advance();
    for (; (length = parse(&inner, rest, left)) > 0; rest += length, left -= (size_t) length) {
        run(connection, &replies, &inner);
    }
    send_message(out, game_frame(), message->id, "ok", message->arguments[0], replies.bytes ? replies.bytes : "", replies.length);
    free(replies.bytes);
}

// A state: checksum of the ROM, frame, memory.
static void save_state(struct buffer* out, const struct message* message) {
    const int32_t frame = (int32_t) game_frame();
    struct buffer state = {0};
    append(&state, &game.crc, 4);
    append(&state, &frame, 4);
    append(&state, game.wram, WRAM);
    send_message(out, frame, message->id, "ok", "", state.bytes, state.length);
    free(state.bytes);
}

static void load_state(struct buffer* out, const struct message* message) {
    if (message->length != 8 + WRAM || memcmp(message->payload, &game.crc, 4)) {
        refuse(out, message->id, "bad-state", "The state is of another game.");
        return;
    }
    int32_t frame;
    memcpy(&frame, message->payload + 4, sizeof(frame));
    game_rebase();
    game.base_frame = frame;
    memcpy(game.wram, message->payload + 8, WRAM);
    reply(out, message->id, "");
}

static void load_game(struct connection* connection, const struct message* message) {
    if (!game_load(message->arguments[0])) {
        refuse(&connection->out, message->id, "bad-request", "path must be a game; there is none in the file.");
        return;
    }
    reply(&connection->out, message->id, "");
    end_pending(NULL, NULL, "interrupted");
    for (int i = 0; i < CONNECTIONS; ++i) {
        if (connections[i].greeted) {
            send_message(&connections[i].out, 0, "0", "new-game", "", "", 0);
        }
    }
}

static void run(struct connection* connection, struct buffer* out, struct message* message) {
    const char* id = message->id;
    ++commands;
    if (is(message, "cancel", 1)) {
        end_pending(connection, message->arguments[0], "interrupted");
    } else if (is(message, "ping", 0) && !game.is_held) {
        reply(out, id, "");
    } else if (is(message, "ping", 0)) {
        REPLY(out, id, "%ld", milliseconds_left());
    } else if (is(message, "echo", 0)) {
        send_message(out, game_frame(), id, "ok", "", message->payload, message->length);
    } else if (is(message, "info", 0)) {
        tell_facts(out, id);
    } else if (is(message, "memory.domains", 0)) {
        reply(out, id, game.is_gba ? "wram:33554432:262144:33816576:WRAM" : "wram:49152:8192:57344:WRAM");
    } else if (is(message, "memory.get", 3) || is(message, "memory.read", 3) || is(message, "memory.set", 4)
        || is(message, "memory.write", 2)) {
        use_memory(out, message);
    } else if (is(message, "buttons.press", 4)) {
        press(connection, message);
    } else if (is(message, "frames.wait", 1)) {
        struct pending* added = add_pending(connection, message);
        if (added) {
            added->from = game_frame();
            added->due = added->from + number(message, 0);
        }
    } else if (is(message, "frames.hold", 4)) {
        hold(out, message);
    } else if (is(message, "frames.step", 4)) {
        step(connection, out, message);
    } else if (is(message, "frames.release", 1)) {
        set_held(false);
        reply(out, id, "");
    } else if (is(message, "frames.status", 0) && !game.is_held) {
        reply(out, id, "0 0 - 0 0 -");
    } else if (is(message, "frames.status", 0)) {
        REPLY(out, id, "1 %ld %s 0 0 %s", milliseconds_left(), owner, lease);
    } else if (is(message, "state.save", 1)) {
        save_state(out, message);
    } else if (is(message, "state.load", 1)) {
        load_state(out, message);
    } else if (is(message, "rom.load", 2)) {
        load_game(connection, message);
    } else if (is(message, "reset", 0)) {
        game_reset();
        reply(out, id, "");
    } else if (is(message, "speed.get", 0)) {
        REPLY(out, id, "%.0f", 1000 * game.speed);
    } else if (is(message, "speed.set", 1)) {
        game_rebase();
        game.speed = (double) number(message, 0) / 1000;
        reply(out, id, "");
    } else if (is(message, "expire", 1)) {
        expiry = number(message, 0) * SECOND;
        reply(out, id, "");
    } else if (strcmp(id, "0")) {
        refuse(out, id, "unknown-command", "The stub does not know this command.");
    }
}

bool commands_run(struct connection* connection, struct message* message) {
    if (connection->greeted) {
        run(connection, &connection->out, message);
        return true;
    }
    if (connection->said_hello && is(message, "authenticate", 1)) {
        connection->greeted = true;
        tell_facts(&connection->out, message->id);
        return true;
    }
    if (connection->said_hello || !is(message, "hello", 3)) {
        refuse(&connection->out, "0", "bad-hello", "The first messages must be hello and authenticate.");
        return false;
    }
    if (strcmp(message->arguments[0], "3")) {
        send_message(&connection->out, game_frame(), message->id, "unsupported-version", "3", "", 0);
        return false;
    }
    // It proves no secret. The bridge believes it because its socket belongs to the same account.
    connection->said_hello = true;
    send_message(&connection->out, game_frame(), message->id, "ok", "00000000000000000000000000000000 - unix", "", 0);
    return true;
}

void commands_forget(const struct connection* connection) {
    end_pending(connection, NULL, NULL);
    for (int i = 0; i < CONNECTIONS; ++i) {
        if (connections[i].greeted && &connections[i] != connection) {
            return;
        }
    }
    set_held(false);
}
