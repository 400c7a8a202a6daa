#include "branches.h"

#include "branch_input.h"
#include "branch_request.h"
#include "branch_run.h"
#include "branch_script.h"
#include "branch_start.h"
#include "history.h"
#include "loading.h"
#include "picture.h"
#include "scripting.h"
#include "signals.h"
#include "watchdog.h"

#include <stdint.h>
#include <stdio.h>

static bool check_branches(const struct branch_request* request, struct failure* failure) {
    for (size_t i = 0; i < request->count; ++i) {
        const struct branch* branch = &request->branches[i];
        branch_script_begin(request, branch);
        if ((branch->timeout && !branch_script_run("branchCheckUntil", &branch->conditions, failure))
            || (branch->read_count && !branch_script_run("branchCheckReads", &branch->reads, failure))) {
            return false;
        }
    }
    return true;
}

static bool serve_request(struct branch_request* request, struct branch_start* start, struct game* game, struct failure* failure) {
    if (!branch_start_reach(start, request, game, failure) || !check_branches(request, failure)) {
        return false;
    }
    for (size_t i = 0; i < request->count; ++i) {
        if (!branch_run(request, i, start, failure)) {
            return false;
        }
        if (fflush(stdout)) {
            request->input->is_abandoned = true;
            return false;
        }
    }
    puts("done");
    return !fflush(stdout) || fail(failure, "The output is closed.");
}

static bool serve(struct branch_start* start, struct game* game, struct failure* failure) {
    static struct branch_request request;
    struct branch_input input = {0};
    bool is_served = true;
    while (is_served) {
        branch_input_next(&input);
        is_served = branch_request_read(&request, &input, failure) && serve_request(&request, start, game, failure);
        branch_request_free(&request);
    }
    if (input.is_abandoned) {
        fail(failure, "The branches have not ended, but nothing reads the result, or a signal came.");
        failure->exit_code = EXIT_ABANDONED;
    } else if (!input.has_ended) {
        printf("error %s\n", failure->sentence);
        fflush(stdout);
    }
    const bool has_ended = input.has_ended;
    branch_input_free(&input);
    return has_ended;
}

bool run_branches(const struct options* options, struct failure* failure) {
    static const struct history_limits limits = {.minutes = 1, .bytes = HISTORY_BYTES_MAX};
    struct game game = {0};
    struct scripting scripting = {0};
    struct branch_start start = {0};
    watchdog_open();
    signals_ignore_broken_pipes(true);
    if (!game_prepare(&game, options->rom, &options->machine, failure)) {
        game_close(&game);
        return false;
    }
    game_begin(&game);
    history_open(&limits);
    history_enter(&game);
    scripting_init(&scripting);
    branch_script_open(&scripting, &game);
    loading_open(&scripting, &game, NULL);
    bool ok = picture_open(&scripting, &game, failure)
        && scripting_open(&scripting, &game, options->scripts, options->script_count, failure)
        && (branch_script_is_complete() || fail(failure, "No script of --script runs branches."))
        && branch_start_open(&start, &game, failure);
    if (ok) {
        scripting.quiet_frames = INT32_MAX;
        branch_run_open(&game);
        setvbuf(stdout, NULL, _IOFBF, 1 << 16);
        ok = serve(&start, &game, failure);
    }
    branch_run_close();
    branch_start_close(&start);
    scripting_close(&scripting);
    branch_script_close();
    loading_close();
    picture_close();
    history_leave();
    game_close(&game);
    return ok;
}
