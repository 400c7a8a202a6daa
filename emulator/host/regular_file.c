#include "regular_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// mGBA reads whole banks of a Game Boy cartridge, even if the file is smaller.
#define COPY_MIN ((size_t) 1 << 16)

bool regular_file_exists(const char* path) {
    struct stat status;
    return !stat(path, &status) && S_ISREG(status.st_mode);
}

// Checks before the open, because opening a device can have side effects, and after it, because the file may have been replaced.
int regular_file_open(const char* path, int flags) {
    struct stat status;
    if (!stat(path, &status) && !S_ISREG(status.st_mode)) {
        errno = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
        return -1;
    }
    const int file = open(path, flags | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0666);
    if (file >= 0 && (fstat(file, &status) || !S_ISREG(status.st_mode))) {
        close(file);
        errno = EINVAL;
        return -1;
    }
    return file;
}

const char* regular_file_problem(void) {
    return errno == EINVAL ? "it is not a regular file" : strerror(errno);
}

static off_t (*seek_in_chunk)(struct VFile* file, off_t offset, int whence);

// Clamps seeks to the end, like a file on disk. mGBA's own function grows the chunk instead, and a damaged ROM makes mGBA seek
// far beyond the end.
static off_t seek_clamped(struct VFile* file, off_t offset, int whence) {
    const off_t size = file->size(file);
    const off_t base = whence == SEEK_CUR ? seek_in_chunk(file, 0, SEEK_CUR) : whence == SEEK_END ? size : 0;
    const off_t place = base + offset;
    return place < 0 ? -1 : seek_in_chunk(file, place < size ? place : size, SEEK_SET);
}

struct VFile* regular_file_copy(struct VFile* file) {
    const ssize_t size = file->size(file);
    if (size < 0 || file->seek(file, 0, SEEK_SET) < 0) {
        return NULL;
    }
    struct VFile* copy = VFileMemChunk(NULL, (size_t) size < COPY_MIN ? COPY_MIN : (size_t) size);
    if (!copy) {
        return NULL;
    }
    uint8_t* bytes = copy->map(copy, (size_t) size, MAP_READ);
    ssize_t done = bytes && bytes != (void*) -1 ? 0 : -1;
    ssize_t read = 1;
    while (done >= 0 && done < size && read > 0) {
        read = file->read(file, bytes + done, (size_t) (size - done));
        done += read;
    }
    if (done != size) {
        copy->close(copy);
        return NULL;
    }
    copy->truncate(copy, (size_t) size);
    seek_in_chunk = copy->seek;
    copy->seek = seek_clamped;
    return copy;
}

bool regular_file_write(int file, const void* bytes, size_t size) {
    for (size_t done = 0; bytes && done < size;) {
        const ssize_t count = write(file, (const uint8_t*) bytes + done, size - done);
        if (count <= 0) {
            return false;
        }
        done += (size_t) count;
    }
    return bytes;
}
