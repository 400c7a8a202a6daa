#include "worker.h"

#include "archive.h"
#include "clock.h"
#include "patch.h"
#include "process.h"
#include "signals.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

// MiB. mGBA with its libraries takes some 200, a job up to three ROMs and a patch.
#define MEMORY_MAX 768
// Seconds of processor time: fewer than a client waits for a reply.
#define PROCESSOR_MAX 3
// On a busy machine the processor time takes longer.
#define TIME_MAX (10 * SECOND)
#define POLL_MILLISECONDS 100

#define EXIT_REFUSED 2

static const char unpack_job[] = "--unpack";
static const char patch_job[] = "--patch";

// The descriptors of a job. Its standard output is the result: the ROM, or a sentence.
#define PATCH_DESCRIPTOR 3

static bool spawn(const char* job, struct worker_files files, int result, pid_t* child) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, defaults;
    sigemptyset(&none);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    sigaddset(&defaults, SIGXFSZ);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawn_file_actions_adddup2(&actions, files.rom, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, result, STDOUT_FILENO);
    if (files.patch >= 0) {
        posix_spawn_file_actions_adddup2(&actions, files.patch, PATCH_DESCRIPTOR);
    }
    // mGBA's sockets are not closed by an exec.
    posix_spawn_file_actions_addclosefrom_np(&actions, files.patch >= 0 ? PATCH_DESCRIPTOR + 1 : PATCH_DESCRIPTOR);
    char* arguments[] = {"mgba-host", (char*) job, NULL};
    const int error = posix_spawn(child, "/proc/self/exe", &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    errno = error;
    return !error;
}

// Returns false, and ends the child, if it takes too long or this program has to end.
static bool wait_for(pid_t child, int* status) {
    struct pollfd handle = {.fd = pidfd_open(child, 0), .events = POLLIN};
    const int64_t deadline = clock_now() + TIME_MAX;
    pid_t ended;
    while (!(ended = waitpid(child, status, WNOHANG)) && clock_now() < deadline && !signals_end_is_pending()) {
        poll(&handle, 1, POLL_MILLISECONDS);
    }
    if (!ended) {
        kill(child, SIGKILL);
        waitpid(child, status, 0);
    }
    if (handle.fd >= 0) {
        close(handle.fd);
    }
    return ended == child;
}

static bool explain(int status, int result, struct failure* reason) {
    if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_REFUSED) {
        char sentence[sizeof(reason->sentence)] = "";
        const ssize_t count = pread(result, sentence, sizeof(sentence) - 1, 0);
        return fail(reason, "%s", count > 0 ? sentence : "it is damaged");
    }
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) {
        return fail(reason, "that takes more than %d seconds of processor time", PROCESSOR_MAX);
    }
    return fail(reason, "it is damaged");
}

static int run(const char* job, struct worker_files files, struct failure* reason) {
    const int result = memfd_create("rom", MFD_CLOEXEC);
    pid_t child;
    if (result < 0 || !spawn(job, files, result, &child)) {
        fail(reason, "the system can't start a process for it: %s", strerror(errno));
        if (result >= 0) {
            close(result);
        }
        return -1;
    }
    int status = 0;
    const bool is_done = wait_for(child, &status) ? (WIFEXITED(status) && !WEXITSTATUS(status)) || explain(status, result, reason)
                                                  : fail(reason, "that takes too long");
    if (!is_done) {
        close(result);
        return -1;
    }
    return result;
}

int worker_unpack(struct worker_files files, struct failure* reason) {
    return run(unpack_job, files, reason);
}

int worker_patch(struct worker_files files, struct failure* reason) {
    return run(patch_job, files, reason);
}

bool worker_is_job(int argc, char** argv) {
    return argc == 2 && (!strcmp(argv[1], unpack_job) || !strcmp(argv[1], patch_job));
}

static void limit(void) {
    // The signal at the soft limit tells the reason.
    setrlimit(RLIMIT_CPU, &(struct rlimit) {PROCESSOR_MAX, PROCESSOR_MAX + 1});
    setrlimit(RLIMIT_CORE, &(struct rlimit) {0, 0});
    process_limit_memory(MEMORY_MAX);
}

int worker_main(const char* job) {
    limit();
    struct failure reason;
    const bool is_done = strcmp(job, unpack_job) ? patch_apply(STDIN_FILENO, PATCH_DESCRIPTOR, STDOUT_FILENO, &reason)
                                                 : archive_unpack("/proc/self/fd/0", STDOUT_FILENO, &reason);
    if (!is_done) {
        dprintf(STDOUT_FILENO, "%s", reason.sentence);
    }
    return is_done ? EXIT_SUCCESS : EXIT_REFUSED;
}
