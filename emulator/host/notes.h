#ifndef HOST_NOTES_H
#define HOST_NOTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Lines of text at frames of the history, which clients have written. They are forgotten with their frames.

#define NOTES_MAX 1000
#define NOTE_BYTES_MAX 600

struct note {
    int64_t frame;
    char text[NOTE_BYTES_MAX + 1];
};

// Returns whether a text can be a note: 1 to NOTE_BYTES_MAX bytes without control characters.
bool note_is_line(const char* text, size_t size);

// Adds a note, after those of its frame. With NOTES_MAX notes the oldest one is forgotten. Returns false if the text can't be
// one.
bool notes_add(const char* text, size_t size, int64_t frame);

// Forgets the notes outside of some frames.
void notes_keep(int64_t from, int64_t to);

// Returns the number of notes, and lets `notes` point at them, ordered by frame.
int notes_list(const struct note** notes);

void notes_clear(void);

#endif
