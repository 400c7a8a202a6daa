#ifndef HOST_LETTERS_H
#define HOST_LETTERS_H

#include <stddef.h>
#include <stdint.h>

#define LETTER_WIDTH 5
#define LETTER_HEIGHT 8

// A letter's rows from the top, a bit for each pixel; the leftmost pixel is bit 4. Small letters reach into the last row.
typedef const uint8_t letter_rows[LETTER_HEIGHT];

// Returns the letter of a character; a box for any but U+0020 to U+007E.
letter_rows* letter_of(uint32_t character);

// Reads a character of UTF-8 and returns the bytes that it takes: at least 1 of `size`, which is not 0. A wrong byte is U+FFFD.
size_t letter_read(const char* text, size_t size, uint32_t* character);

#endif
