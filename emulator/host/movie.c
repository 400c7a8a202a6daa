#include "movie.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CAPACITY_MIN ((size_t) 64 << 10)

static bool reserve(struct movie* movie, size_t more) {
    if (more > MOVIE_BYTES_MAX - movie->size) {
        return false;
    }
    size_t capacity = movie->capacity ? movie->capacity : CAPACITY_MIN;
    while (capacity - movie->size < more) {
        capacity *= 2;
    }
    if (capacity == movie->capacity) {
        return true;
    }
    uint8_t* bytes = realloc(movie->bytes, capacity);
    if (bytes) {
        movie->bytes = bytes;
        movie->capacity = capacity;
    }
    return bytes;
}

bool movie_add(struct movie* movie, const void* bytes, size_t size) {
    if (!reserve(movie, size)) {
        return false;
    }
    memcpy(movie->bytes + movie->size, bytes, size);
    movie->size += size;
    return true;
}

bool movie_print(struct movie* movie, const char* format, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    const int size = vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    return size >= 0 && (size_t) size < sizeof(text) && movie_add(movie, text, (size_t) size);
}

void movie_free(struct movie* movie) {
    free(movie->bytes);
    *movie = (struct movie) {0};
}
