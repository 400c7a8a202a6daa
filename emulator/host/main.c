#include "branches.h"
#include "cheating.h"
#include "disassembly.h"
#include "breakpoints.h"
#include "drawing.h"
#include "expiry.h"
#include "game.h"
#include "history.h"
#include "idle.h"
#include "inspecting.h"
#include "keypad.h"
#include "live_sound.h"
#include "loading.h"
#include "logging.h"
#include "messages.h"
#include "movies.h"
#include "options.h"
#include "picture.h"
#include "quiet.h"
#include "resetting.h"
#include "rendering.h"
#include "rewinding.h"
#include "run.h"
#include "scripting.h"
#include "sensing.h"
#include "signals.h"
#include "slots.h"
#include "sockets.h"
#include "speed.h"
#include "verifying.h"
#include "vector/vector.h"
#include "watchdog.h"
#include "worker.h"

#include <mgba/core/version.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void announce(const struct game* game, double speed) {
    char title[32] = "";
    game->core->getGameTitle(game->core, title);
    // The ROM may have any bytes in its title.
    for (char* c = title; *c; ++c) {
        if (*c < ' ' || *c > '~') {
            *c = '?';
        }
    }
    char pace[32] = "unlimited speed";
    if (speed > 0) {
        snprintf(pace, sizeof(pace), "speed %g", speed);
    }
    const struct patch* patch = &game->patch;
    const bool is_patched = *patch->file && !*patch->problem;
    printf("%s, %s, %s%s%s.\n", title[strspn(title, " ")] ? title : rom_name(game->rom), game_platform(game), pace,
           is_patched ? ", patched with " : "", is_patched ? patch->file : "");
    if (*patch->problem) {
        fprintf(stderr, "%s: %s\n", patch->file, patch->problem);
    }
    if (*game->save.problem.sentence) {
        fprintf(stderr, "%s\n", game->save.problem.sentence);
    }
}

static bool run(const struct options* options, struct failure* failure) {
    struct game game = {0};
    struct scripting scripting = {0};
    struct idle idle = {0};
    struct pacing pacing;
    watchdog_open();
    bool ok = process_apply(&options->process, failure)
        && (!options->machine.save_dir || save_make_folder(options->machine.save_dir, failure))
        && game_prepare(&game, options->rom, &options->machine, failure);
    if (ok && !game_begin(&game)) {
        ok = game.save.is_in_use || fail(failure, "%s%s", game.save.problem.sentence,
                                         options->machine.save_dir ? "" : " Choose another folder with --save-dir.");
    }
    if (ok) {
        if (!options->no_idle) {
            history_open(&options->history);
        }
        history_enter(&game);
        announce(&game, options->speed);
        pacing_start(&pacing, game.core->frameCycles(game.core), game.core->frequency(game.core), options->speed);
        scripting_init(&scripting);
        // Needed with --no-idle as well, so that the program ends on a signal.
        signals_open(&scripting);
        signals_ignore_broken_pipes(!options->no_idle);
        if (!options->no_idle) {
            ok = idle_open(&idle, &scripting, failure) && picture_open(&scripting, &game, failure)
                && slots_open(&scripting, &game, failure);
            sockets_open(&scripting);
            speed_open(&scripting, &pacing);
            drawing_open(&scripting, &game);
            expiry_open(&scripting, options->expiry);
            loading_open(&scripting, &game, &pacing);
            resetting_open(&scripting, &game);
            keypad_open(&scripting, &game);
            sensing_open(&scripting, &game);
            cheating_open(&scripting);
            rewinding_open(&scripting);
            movies_open(&scripting, &game);
            live_sound_open(&scripting, &game);
            messages_open(&scripting);
            disassembly_open(&scripting);
            breakpoints_open(&scripting, &game);
            if (options->script_count == 1) {
                quiet_open(&scripting);
            }
        }
        ok = ok && scripting_open(&scripting, &game, options->scripts, options->script_count, failure);
        if (ok) {
            run_game(&game, &scripting, &idle, &pacing, options->frames);
        }
        scripting_close(&scripting);
        breakpoints_leave();
        loading_close();
        picture_close();
        slots_close();
        movies_close();
        idle_close(&idle);
    }
    history_leave();
    game_close(&game);
    return ok;
}

static bool play_movie(const struct options* options, struct failure* failure) {
    const struct movie_run run = {options->rom, options->movie, &options->machine, options->frames};
    switch (options->request) {
    case REQUEST_RENDER:
        return render_movie(&run, &options->rendering, failure);
    case REQUEST_INSPECT:
        return inspect_movie(&run, &options->inspection, options->rendering.from, failure);
    default:
        return verify_movie(&run, failure);
    }
}

int main(int argc, char** argv) {
    if (worker_is_job(argc, argv)) {
        return worker_main(argv[1]);
    }
    // First of all, so that even an early SIGTERM shuts the program down gracefully.
    signals_block();
    // Saves, states and pictures are for this account alone, also those that mGBA and scripts write.
    umask(077);
    // Line buffering, so that a pipe gets each line at once.
    setvbuf(stdout, NULL, _IOLBF, 0);
    mLogSetDefaultLogger(&emulator_logger);

    struct options options;
    struct failure failure;
    bool ok = options_parse(&options, argc, argv, &failure);
    if (ok) {
        switch (options.request) {
        case REQUEST_HELP:
            fputs(options_help, stdout);
            break;
        case REQUEST_VERSION:
            printf("mgba-host 1.0.0, mGBA %s\n", projectVersion);
            break;
        case REQUEST_RUN:
            ok = run(&options, &failure);
            break;
        case REQUEST_BRANCHES:
            ok = process_apply(&options.process, &failure) && run_branches(&options, &failure);
            break;
        case REQUEST_VECTOR:
            ok = process_apply(&options.process, &failure) && run_vector(&options, &failure);
            break;
        case REQUEST_VERIFY:
        case REQUEST_RENDER:
        case REQUEST_INSPECT:
            ok = process_apply(&options.process, &failure) && play_movie(&options, &failure);
            break;
        }
    }
    options_free(&options);
    if (!ok) {
        fprintf(stderr, "mgba-host: %s\n", failure.sentence);
    }
    return ok ? EXIT_SUCCESS : failure.exit_code;
}
