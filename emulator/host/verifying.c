#include "verifying.h"

bool verify_movie(const struct movie_run* run, struct failure* failure) {
    static const struct movie_viewer viewer = {.end = movie_run_print_result};
    return movie_run(run, &viewer, failure);
}
