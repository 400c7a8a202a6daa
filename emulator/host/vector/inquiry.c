#include "inquiry.h"

#include <mgba/core/serialize.h>
#include <mgba-util/vfs.h>

#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static void write_state(struct game* game, struct vector_shared* shared) {
    struct VFile* file = VFileMemChunk(NULL, 0);
    if (file && mCoreSaveStateNamed(game->core, file, SAVESTATE_SAVEDATA | SAVESTATE_RTC | SAVESTATE_METADATA)) {
        const ssize_t size = file->size(file);
        file->seek(file, 0, SEEK_SET);
        if (size <= (ssize_t) RESULT_MAX && file->read(file, vector_shared_result(), (size_t) size) == size) {
            shared->result.size = (size_t) size;
        }
    }
    if (file) {
        file->close(file);
    }
}

static void write_screen(const struct game* game, struct vector_shared* shared) {
    unsigned width, height;
    game_picture_size(game, &width, &height);
    const size_t line = width * sizeof(*game->picture);
    for (size_t y = 0; y < height; ++y) {
        memcpy(vector_shared_result() + y * line, game->picture + y * game->width, line);
    }
    shared->result.width = width;
    shared->result.height = height;
    shared->result.size = height * line;
}

// A frame more would change the game, so it runs in a copy of this process.
static void draw_screen(struct game* game, struct vector_shared* shared) {
    const pid_t parent = getpid();
    const pid_t child = fork();
    if (!child) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() == parent) {
            game->skips_drawing = false;
            game_run_frame(game);
            write_screen(game, shared);
        }
        _exit(0);
    }
    if (child > 0) {
        waitpid(child, NULL, 0);
    }
}

void inquiry_answer(struct game* game, struct vector_shared* shared, enum inquiry inquiry, bool is_drawn) {
    shared->result.size = 0;
    if (inquiry == INQUIRY_STATE) {
        write_state(game, shared);
    } else if (is_drawn) {
        write_screen(game, shared);
    } else {
        draw_screen(game, shared);
    }
}
