#include "movies.h"

#include "history.h"
#include "movie_reader.h"
#include "movie_writer.h"
#include "playing.h"

#include <mgba/script/macros.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define PIECE_MAX ((size_t) 1 << 20)

static struct scripting* scripts;
static struct game* current;

// The movie that was written last.
static struct {
    struct movie movie;
    uint64_t id;
} written;

// The movie that a script sends.
static struct {
    struct movie movie;
    size_t total; // its bytes when it is complete
} sent;

// How a script wants to have the sent movie played.
static struct {
    int64_t to;
    bool stops;
    struct failure failure; // why it couldn't be
} request;

// Returns text to the script. It must be static, because mGBA copies it after the function has returned.
static struct mScriptValue* text_value(const char* text) {
    return scripting_text(text, strlen(text));
}

// movies.h describes what these functions take and return.

static struct mScriptValue* write_movie(int64_t from, int64_t to) {
    static char text[sizeof(request.failure.sentence) + 1];
    struct failure failure;
    struct recording* recording = history_recording();
    movie_free(&written.movie);
    ++written.id;
    int64_t begin = from;
    if (!recording || !movie_write(&written.movie, recording, &begin, to, &failure)) {
        movie_free(&written.movie);
        snprintf(text, sizeof(text), "!%s", recording ? failure.sentence : "There is no history.");
        return text_value(text);
    }
    char clock[24] = "system";
    if (current->machine->clock >= 0) {
        snprintf(clock, sizeof(clock), "%" PRId64, current->machine->clock);
    }
    snprintf(text, sizeof(text), "%" PRIu64 " %zu %" PRId64 " %s", written.id, written.movie.size, begin, clock);
    return text_value(text);
}

static struct mScriptValue* read_movie(int64_t id, int64_t offset) {
    if ((uint64_t) id != written.id || offset < 0 || (uint64_t) offset >= written.movie.size) {
        return text_value("");
    }
    const size_t left = written.movie.size - (size_t) offset;
    return scripting_text(written.movie.bytes + offset, left < PIECE_MAX ? left : PIECE_MAX);
}

static struct mScriptValue* send_movie(int64_t offset, int64_t total, struct mScriptString* piece) {
    static char text[64];
    if (total < 1 || (uint64_t) total > MOVIE_BYTES_MAX) {
        snprintf(text, sizeof(text), "total must be 1 to %zu; got %" PRId64 ".", MOVIE_BYTES_MAX, total);
        return text_value(text);
    }
    if (offset == 0) {
        movie_free(&sent.movie);
        sent.total = (size_t) total;
    }
    const size_t size = sent.movie.size;
    if (offset < 0 || (size_t) offset != size || (size_t) total != sent.total || piece->size > sent.total - size) {
        return text_value("The piece doesn't follow the one before.");
    }
    return text_value(movie_add(&sent.movie, piece->buffer, piece->size) ? "" : "There is no memory for the movie.");
}

static struct mScriptValue* play_movie(int64_t to, bool stops) {
    static struct failure failure;
    failure = (struct failure) {0};
    if (!sent.movie.size || sent.movie.size != sent.total) {
        return text_value("No complete movie was sent.");
    }
    const int64_t frames = movie_check(&sent.movie, current->core->platform(current->core), &failure);
    if (frames > 0 && (to < 0 || to > frames)) {
        fail(&failure, "to must be 0 to %" PRId64 "; got %" PRId64 ".", frames, to);
    }
    if (!*failure.sentence) {
        request.to = to;
        request.stops = stops;
        request.failure = (struct failure) {0};
        scripts->plays_movie = true;
    }
    return text_value(failure.sentence);
}

// Writes the names of regions, with commas between them; "-": there are none.
static void name_regions(char* text, size_t size, unsigned regions) {
    const enum mPlatform platform = current->core->platform(current->core);
    size_t length = 0;
    for (size_t i = 0; i < HASH_REGIONS_MAX; ++i) {
        if (regions & 1u << i) {
            length += (size_t) snprintf(text + length, size - length, "%s%s", length ? "," : "", memory_hash_name(platform, i));
        }
    }
    if (!length) {
        snprintf(text, size, "-");
    }
}

static struct mScriptValue* movie_result(void) {
    static const char* const states[] = {
        [PLAYING_NONE] = "none", [PLAYING_ON] = "playing", [PLAYING_EQUAL] = "equal", [PLAYING_DIFFERS] = "differs",
        [PLAYING_INTERRUPTED] = "interrupted",
    };
    static char text[sizeof(request.failure.sentence) + 256];
    const struct playing_result* playing = playing_result();
    const struct recording* recording = history_recording();
    // The history counts frames from 0, a movie from 1.
    const int64_t played = recording ? recording->frame + 1 : 0;
    char regions[64];
    name_regions(regions, sizeof(regions), playing->regions);
    const bool is_refused = *request.failure.sentence;
    const char* state = is_refused ? "refused" : states[playing->state];
    snprintf(text, sizeof(text), "%s %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %s%s%s", state, played, playing->checked,
             playing->after + 1, playing->before + 1, regions, is_refused ? "\n" : "", request.failure.sentence);
    return text_value(text);
}

static void stop_movie(void) {
    playing_interrupt();
}

mSCRIPT_BIND_FUNCTION(write_binding, WSTR, write_movie, 2, S64, from, S64, to);
mSCRIPT_BIND_FUNCTION(read_binding, WSTR, read_movie, 2, S64, id, S64, offset);
mSCRIPT_BIND_FUNCTION(send_binding, WSTR, send_movie, 3, S64, offset, S64, total, STR, piece);
mSCRIPT_BIND_FUNCTION(play_binding, WSTR, play_movie, 2, S64, to, BOOL, stops);
mSCRIPT_BIND_FUNCTION(result_binding, WSTR, movie_result, 0);
mSCRIPT_BIND_VOID_FUNCTION(stop_binding, stop_movie, 0);

void movies_open(struct scripting* scripting, struct game* game) {
    if (!history_recording()) {
        return;
    }
    scripts = scripting;
    current = game;
    scripting_export(scripting, "writeMovie", &write_binding);
    scripting_export(scripting, "readMovie", &read_binding);
    scripting_export(scripting, "sendMovie", &send_binding);
    scripting_export(scripting, "playMovie", &play_binding);
    scripting_export(scripting, "movieResult", &result_binding);
    scripting_export(scripting, "stopMovie", &stop_binding);
}

bool movies_finish(void) {
    if (!scripts || !scripts->plays_movie) {
        return false;
    }
    scripts->plays_movie = false;
    // Has the next frame's callback run, so that the scripts see the movie's first frame.
    scripts->quiet_frames = 0;
    // A script could have sent another movie since play_movie; this parses it again.
    const bool is_begun = history_play_movie(&sent.movie, request.to, request.stops, &request.failure);
    movie_free(&sent.movie);
    if (is_begun) {
        return true;
    }
    // The present frame runs again, so that its callback shows the scripts the sentence.
    return history_return_to(history_recording()->frame);
}

void movies_close(void) {
    movie_free(&written.movie);
    movie_free(&sent.movie);
}
