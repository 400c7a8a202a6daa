#ifndef HOST_VECTOR_CHANGE_H
#define HOST_VECTOR_CHANGE_H

#include "failure.h"
#include "reads.h"
#include "work.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Requests that take longer than a moment: the parent goes on meanwhile. There is one at a time.

enum change_result { CHANGE_RUNS, CHANGE_DONE, CHANGE_FAILED };

// Sets a start to a save state; size 0: to power-on.
void change_start(struct vector_parts* parts, uint32_t start, const uint8_t* state, size_t size);

// Replaces all reads.
void change_reads(struct vector_parts* parts, const struct read_list* reads);

// Takes a game's state or picture: the shared result has it afterwards.
void change_inquire(struct vector_parts* parts, uint32_t game, enum inquiry inquiry);

// Goes on, without waiting.
enum change_result change_continue(struct failure* failure);

bool change_is_running(void);

#endif
