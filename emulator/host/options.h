#ifndef HOST_OPTIONS_H
#define HOST_OPTIONS_H

#include "failure.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum request { REQUEST_RUN, REQUEST_HELP, REQUEST_VERSION };

// Strings point into argv.
struct options {
    enum request request;
    const char* rom;
    const char** scripts; // owned; options_free
    size_t script_count;
    double speed;         // 0: as fast as it can
    uint64_t frames;      // 0: until it is told to end
    bool no_idle;         // as stock mGBA
    const char* save_dir; // NULL: beside the ROM
};

extern const char options_help[];

// Whether a speed is 0, or one of those that --speed takes.
bool options_accept_speed(double speed);

bool options_parse(struct options* options, int argc, char** argv, struct failure* failure);
void options_free(struct options* options);

#endif
