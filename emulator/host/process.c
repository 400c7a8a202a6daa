#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

// Leaves the terminal and the process group of the parent, so that Ctrl+C there doesn't end the game.
static bool detach(const char* log, struct failure* failure) {
    const int file = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
    const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (file < 0 || nothing < 0) {
        return fail(failure, "--log %s can't be written: %s.", log, strerror(errno));
    }
    dup2(nothing, STDIN_FILENO);
    dup2(file, STDOUT_FILENO);
    dup2(file, STDERR_FILENO);
    close(nothing);
    close(file);
    // Fails only for the leader of a process group, which a child of the bridge isn't.
    setsid();
    return true;
}

bool process_limit_memory(int64_t mib) {
#ifdef __SANITIZE_ADDRESS__
    // AddressSanitizer reserves terabytes of address space.
    (void) mib;
    return true;
#else
    const rlim_t wanted = (rlim_t) mib << 20;
    struct rlimit limit = {0};
    getrlimit(RLIMIT_AS, &limit);
    if (limit.rlim_max <= wanted) {
        return true;
    }
    limit = (struct rlimit) {wanted, wanted};
    return !setrlimit(RLIMIT_AS, &limit);
#endif
}

bool process_apply(const struct process* process, struct failure* failure) {
    if (!process_limit_memory(process->memory)) {
        return fail(failure, "--memory %lld can't be set: %s.", (long long) process->memory, strerror(errno));
    }
    // Relative to the parent's, which may be low already: only root could set a higher one. It always succeeds.
    nice((int) process->nice);
    return !process->log || detach(process->log, failure);
}
