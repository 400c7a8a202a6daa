#include "block.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>

bool vector_block_open(struct vector_block* block, struct failure* failure) {
    const off_t size = (off_t) block->layout.size;
    block->file = memfd_create("mgba-vector", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (block->file < 0) {
        return fail(failure, "The system gives no shared memory: %s.", strerror(errno));
    }
    // Allocated now: later a lack of memory would be a SIGBUS.
    const int error = posix_fallocate(block->file, 0, size);
    if (error) {
        return fail(failure, "The system gives no shared memory of %lld bytes: %s.", (long long) size, strerror(error));
    }
    if (fcntl(block->file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL)) {
        return fail(failure, "The system can't seal shared memory: %s.", strerror(errno));
    }
    void* bytes = mmap(NULL, block->layout.size, PROT_READ | PROT_WRITE, MAP_SHARED, block->file, 0);
    if (bytes == MAP_FAILED) {
        return fail(failure, "There is no address space for the shared memory; --memory must be larger.");
    }
    block->bytes = bytes;
    vector_layout_describe(&block->layout, block->bytes);
    return true;
}
