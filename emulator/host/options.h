#ifndef HOST_OPTIONS_H
#define HOST_OPTIONS_H

#include "failure.h"
#include "history.h"
#include "inspection.h"
#include "machine.h"
#include "process.h"
#include "rendering.h"
#include "vector/settings.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum request {
    REQUEST_RUN, REQUEST_VERIFY, REQUEST_RENDER, REQUEST_INSPECT, REQUEST_BRANCHES, REQUEST_VECTOR, REQUEST_HELP, REQUEST_VERSION
};

// Strings point into argv.
struct options {
    enum request request;
    const char* rom;
    const char** scripts; // owned; freed by options_free
    size_t script_count;
    const char* movie;    // of REQUEST_VERIFY, REQUEST_RENDER and REQUEST_INSPECT
    bool renders;         // of --movie: REQUEST_RENDER
    bool branches;        // REQUEST_BRANCHES
    struct rendering rendering;
    struct vector_settings vector; // REQUEST_VECTOR, unless the count is 0
    const char* control;  // the socket's path, of REQUEST_VECTOR
    struct inspection inspection; // of --movie: REQUEST_INSPECT, unless the kind is 0
    double speed;         // 0: unlimited
    int64_t frames;       // 0: until a signal
    int64_t expiry;       // seconds; 0: never
    bool no_idle;         // behave like stock mGBA
    struct machine machine;
    struct process process;
    struct history_limits history;
};

extern const char options_help[];

// Returns whether --speed accepts the value.
bool options_accept_speed(double speed);

bool options_parse(struct options* options, int argc, char** argv, struct failure* failure);
void options_free(struct options* options);

#endif
