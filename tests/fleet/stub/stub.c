// An emulator without a game, for tests of many emulators: takes mgba-host's options, and speaks as much of the wire protocol
// (docs/protocol.md) as a bridge needs to create, play, hold, save and end it. It takes two megabytes of memory, and no processor
// time without requests.
#include "commands.h"
#include "game.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

static int64_t alone_since;

static void write_to_log(const char* path) {
    const int log = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
    const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (log < 0 || nothing < 0) {
        give_up("This log can't be written: ", path);
    }
    dup2(nothing, STDIN_FILENO);
    dup2(log, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
    setsid();
}

// Takes mgba-host's options (emulator/host/options.c); it ignores those that have no meaning here.
static const char* apply_options(int count, char** options) {
    const char* rom = NULL;
    for (int i = 1; i + 1 < count; i += 2) {
        const char *name = options[i], *value = options[i + 1];
        if (!strcmp(name, "--rom")) {
            rom = value;
        } else if (!strcmp(name, "--log")) {
            write_to_log(value);
        } else if (!strcmp(name, "--save-dir")) {
            mkdir(value, 0700);
        } else if (!strcmp(name, "--speed")) {
            game.speed = strtod(value, NULL);
        } else if (!strcmp(name, "--model")) {
            model = value;
        } else if (!strcmp(name, "--expire")) {
            expiry = strtoll(value, NULL, 10) * SECOND;
        } else if (!strcmp(name, "--nice")) {
            setpriority(PRIO_PROCESS, 0, atoi(value));
        } else if (strcmp(name, "--script") && strcmp(name, "--memory") && strcmp(name, "--clock") && strcmp(name, "--frames")
                   && strcmp(name, "--history") && strcmp(name, "--history-bytes") && strcmp(name, "--opposing")) {
            give_up("Unknown option ", name);
        }
    }
    return rom ? rom : "";
}

static int listen_on(const char* path) {
    const int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof(address.sun_path) - 1);
    unlink(path);
    if (bind(listener, (const struct sockaddr*) &address, sizeof(address)) || listen(listener, CONNECTIONS)) {
        give_up("The socket can't be used: ", strerror(errno));
    }
    return listener;
}

static void accept_from(int listener) {
    const int accepted = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    for (struct connection* each = connections; accepted >= 0 && each < connections + CONNECTIONS; ++each) {
        if (!each->socket) {
            setsockopt(accepted, SOL_SOCKET, SO_SNDTIMEO, &(struct timeval) {.tv_sec = 5}, sizeof(struct timeval));
            *each = (struct connection) {.socket = accepted};
            return;
        }
    }
    close(accepted);
}

static void close_connection(struct connection* connection) {
    commands_forget(connection);
    close(connection->socket);
    free(connection->in.bytes);
    free(connection->out.bytes);
    *connection = (struct connection) {0};
    alone_since = game_now();
}

// Sends everything. Large buffers are not kept.
static bool flush(struct connection* connection) {
    struct buffer* out = &connection->out;
    for (size_t sent = 0; sent < out->length;) {
        const ssize_t count = send(connection->socket, out->bytes + sent, out->length - sent, MSG_NOSIGNAL);
        if (count < 0 && errno != EINTR) {
            return false;
        }
        sent += count > 0 ? (size_t) count : 0;
    }
    if (out->room > 65536) {
        free(out->bytes);
        *out = (struct buffer) {0};
    }
    out->length = 0;
    return true;
}

// Reads what has arrived and runs it.
static bool serve(struct connection* connection) {
    char bytes[65536];
    const ssize_t count = recv(connection->socket, bytes, sizeof(bytes), MSG_DONTWAIT);
    if (count <= 0) {
        return count < 0 && (errno == EAGAIN || errno == EINTR);
    }
    struct buffer* in = &connection->in;
    append(in, bytes, (size_t) count);
    struct message message;
    size_t done = 0;
    long length;
    bool goes_on = true;
    while (goes_on && (length = parse(&message, in->bytes + done, in->length - done)) > 0) {
        goes_on = commands_run(connection, &message);
        done += (size_t) length;
    }
    memmove(in->bytes, in->bytes + done, in->length - done);
    in->length -= done;
    if (!in->length && in->room > 65536) {
        free(in->bytes);
        *in = (struct buffer) {0};
    }
    return goes_on && length >= 0;
}

static bool is_connected(void) {
    for (int i = 0; i < CONNECTIONS; ++i) {
        if (connections[i].greeted) {
            return true;
        }
    }
    return false;
}

// Waits for data, a signal, or what is due; while paused only for a signal.
static void wait_for_work(int listener, const sigset_t* signals, int64_t left) {
    struct pollfd sockets[CONNECTIONS + 1] = {{.fd = listener, .events = POLLIN}};
    for (int i = 0; i < CONNECTIONS; ++i) {
        sockets[i + 1] = (struct pollfd) {.fd = connections[i].socket ? connections[i].socket : -1, .events = POLLIN};
    }
    if (expiry && !is_connected()) {
        const int64_t life = alone_since + expiry - game_now();
        left = left < 0 || life < left ? life : left;
    }
    const struct timespec time = {left > 0 ? left / SECOND : 0, left > 0 ? left % SECOND : 0};
    if (ppoll(sockets, game.is_paused ? 0 : CONNECTIONS + 1, left < 0 ? NULL : &time, signals) <= 0) {
        return;
    }
    for (int i = 0; i < CONNECTIONS; ++i) {
        if (sockets[i + 1].revents && !serve(&connections[i])) {
            flush(&connections[i]);
            close_connection(&connections[i]);
        }
    }
    if (sockets[0].revents) {
        accept_from(listener);
    }
}

static volatile sig_atomic_t ends, pauses;

static void on_signal(int number) {
    ends = ends || (number != SIGUSR1 && number != SIGUSR2);
    pauses = number == SIGUSR1 ? !pauses : number == SIGUSR2 ? 0 : pauses;
}

// Signals are delivered only during the wait.
static sigset_t take_signals(void) {
    static const int handled[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};
    sigset_t blocked, before;
    sigemptyset(&blocked);
    for (size_t i = 0; i < sizeof(handled) / sizeof(*handled); ++i) {
        sigaction(handled[i], &(struct sigaction) {.sa_handler = on_signal}, NULL);
        sigaddset(&blocked, handled[i]);
    }
    sigprocmask(SIG_BLOCK, &blocked, &before);
    return before;
}

int main(int count, char** options) {
    const sigset_t signals = take_signals();
    setvbuf(stdout, NULL, _IOLBF, 0);
    const char *rom = apply_options(count, options), *path = getenv("BRIDGE_SCRIPT_SOCKET");
    if (!game_load(rom)) {
        give_up("This is no game: ", rom);
    }
    const int listener = listen_on(path ? path : "socket");
    alone_since = game_now();
    while (!ends && (!expiry || is_connected() || game_now() - alone_since < expiry)) {
        const int64_t left = game.is_paused ? -1 : commands_advance();
        for (struct connection* each = connections; each < connections + CONNECTIONS; ++each) {
            if (each->socket && !flush(each)) {
                close_connection(each);
            }
        }
        wait_for_work(listener, &signals, left);
        if (pauses != game.is_paused) {
            game_rebase();
            game.is_paused = pauses;
            puts(pauses ? "Paused." : "Resumed.");
        }
    }
    return 0;
}
