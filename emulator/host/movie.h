#ifndef HOST_MOVIE_H
#define HOST_MOVIE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A movie in the form in which bridge and host exchange it: lines of text, after some of them bytes. docs/protocol/movies.md describes it.

#define MOVIE_BYTES_MAX ((size_t) 32 << 20)
#define MOVIE_FRAMES_MAX 100000000
#define MOVIE_STATE_MAX ((size_t) 2 << 20)
#define MOVIE_SAVE_MAX ((size_t) 132 << 10)

struct movie {
    uint8_t* bytes;
    size_t size;
    size_t capacity;
};

// Adds bytes at the end. Returns false, and adds none, if the movie would be larger than MOVIE_BYTES_MAX or there is no memory for it.
bool movie_add(struct movie* movie, const void* bytes, size_t size);

// Adds formatted text in the same way. Returns false also if it has more than 255 bytes, which no line of a movie has.
__attribute__((format(printf, 2, 3))) bool movie_print(struct movie* movie, const char* format, ...);

void movie_free(struct movie* movie);

#endif
