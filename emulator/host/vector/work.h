#ifndef HOST_VECTOR_WORK_H
#define HOST_VECTOR_WORK_H

#include "block.h"
#include "game.h"
#include "settings.h"
#include "shared.h"

#include <stdint.h>
#include <sys/types.h>

// What all processes of a vector have: the parent gives it to its workers by forking.
struct vector_parts {
    struct game game;
    struct vector_settings settings;
    struct vector_block block;
    struct vector_shared* shared;
    pid_t parent;
};

// Serves orders and inquiries of a game, in a process that was forked for that, until it is killed.
_Noreturn void work(struct vector_parts* parts, uint32_t game);

// Makes a process that was just forked end with its parent and log nothing, and closes all that is the parent's alone.
void work_detach(const struct vector_parts* parts);

#endif
