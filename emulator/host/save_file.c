#include "save_file.h"

#include "logging.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Larger than any cartridge's save memory. Bytes beyond it in the file stay unchanged.
#define READ_MAX ((off_t) 4 << 20)
// Up to this size the buffer never moves, because mGBA 0.10 keeps a pointer into it when it appends the clock.
#define CAPACITY_MIN ((size_t) 256 << 10)

struct save_file {
    struct VFile file; // must be first: mGBA casts to it
    int descriptor;
    uint8_t* memory;
    uint8_t* written; // the content on the disk
    size_t capacity;  // of both
    size_t size;
    size_t written_size;
    size_t position;
    bool failed; // the failure is already logged
    struct save_file* next;
    char path[PATH_MAX];
};

static struct save_file* open_files;

static bool reserve(struct save_file* save, size_t size) {
    if (size <= save->capacity) {
        return true;
    }
    uint8_t* memory = calloc(1, size);
    uint8_t* written = calloc(1, size);
    if (!memory || !written) {
        free(memory);
        free(written);
        return false;
    }
    if (save->capacity) {
        memcpy(memory, save->memory, save->size);
        memcpy(written, save->written, save->written_size);
    }
    free(save->memory);
    free(save->written);
    save->memory = memory;
    save->written = written;
    save->capacity = size;
    return true;
}

static bool write_all(const struct save_file* save) {
    for (size_t done = 0; done < save->size;) {
        const ssize_t wrote = pwrite(save->descriptor, save->memory + done, save->size - done, (off_t) done);
        if (wrote < 0 && errno != EINTR) {
            return false;
        }
        done += wrote > 0 ? (size_t) wrote : 0;
    }
    return true;
}

// Writes the whole file, which repairs a file that was truncated meanwhile.
static bool write_changes(struct save_file* save) {
    if (save->size == save->written_size && !memcmp(save->memory, save->written, save->size)) {
        return true;
    }
    if (!write_all(save)) {
        if (!save->failed) {
            mLogExplicit(&console_logger, 0, mLOG_ERROR,
                         "The save %s can't be written: %s. Saves stay in memory until a write succeeds.",
                         save->path, strerror(errno));
        }
        save->failed = true;
        return false;
    }
    memcpy(save->written, save->memory, save->size);
    save->written_size = save->size;
    save->failed = false;
    return true;
}

static bool on_close(struct VFile* file) {
    struct save_file* save = (struct save_file*) file;
    const bool written = write_changes(save);
    struct save_file** link = &open_files;
    while (*link != save) {
        link = &(*link)->next;
    }
    *link = save->next;
    close(save->descriptor);
    free(save->memory);
    free(save->written);
    free(save);
    return written;
}

static off_t on_seek(struct VFile* file, off_t offset, int whence) {
    struct save_file* save = (struct save_file*) file;
    const size_t from = whence == SEEK_CUR ? save->position : whence == SEEK_END ? save->size : 0;
    const off_t position = (off_t) from + offset;
    if (position < 0) {
        return -1;
    }
    save->position = (size_t) position;
    return position;
}

static ssize_t on_read(struct VFile* file, void* buffer, size_t size) {
    struct save_file* save = (struct save_file*) file;
    const size_t left = save->position < save->size ? save->size - save->position : 0;
    const size_t count = size < left ? size : left;
    if (count) {
        memcpy(buffer, save->memory + save->position, count);
        save->position += count;
    }
    return (ssize_t) count;
}

static bool grow(struct save_file* save, size_t size) {
    if (!reserve(save, size)) {
        return false;
    }
    if (size > save->size) {
        memset(save->memory + save->size, 0, size - save->size);
        save->size = size;
    }
    return true;
}

static ssize_t on_write(struct VFile* file, const void* buffer, size_t size) {
    struct save_file* save = (struct save_file*) file;
    if (!grow(save, save->position + size)) {
        return -1;
    }
    memcpy(save->memory + save->position, buffer, size);
    save->position += size;
    return (ssize_t) size;
}

static void* on_map(struct VFile* file, size_t size, int flags) {
    (void) flags;
    struct save_file* save = (struct save_file*) file;
    return size && reserve(save, size) ? save->memory : NULL;
}

// Keeps the memory: mGBA unmaps some maps twice, and reads some after the unmap.
static void on_unmap(struct VFile* file, void* memory, size_t size) {
    (void) memory;
    (void) size;
    write_changes((struct save_file*) file);
}

// mGBA only makes saves longer, never shorter.
static void on_truncate(struct VFile* file, size_t size) {
    grow((struct save_file*) file, size);
}

static ssize_t on_size(struct VFile* file) {
    return (ssize_t) ((struct save_file*) file)->size;
}

static bool on_sync(struct VFile* file, void* memory, size_t size) {
    (void) memory;
    (void) size;
    return write_changes((struct save_file*) file);
}

static bool read_all(struct save_file* save) {
    struct stat status;
    if (fstat(save->descriptor, &status)) {
        return false;
    }
    const off_t size = status.st_size < READ_MAX ? status.st_size : READ_MAX;
    if (!reserve(save, (size_t) size > CAPACITY_MIN ? (size_t) size : CAPACITY_MIN)) {
        return false;
    }
    while (save->size < (size_t) size) {
        const ssize_t count = pread(save->descriptor, save->memory + save->size, (size_t) size - save->size, (off_t) save->size);
        if (count <= 0) {
            return false;
        }
        save->size += (size_t) count;
    }
    memcpy(save->written, save->memory, save->size);
    save->written_size = save->size;
    return true;
}

static const struct save_file* find_open(int descriptor) {
    struct stat wanted;
    struct stat status;
    for (const struct save_file* save = fstat(descriptor, &wanted) ? NULL : open_files; save; save = save->next) {
        if (!fstat(save->descriptor, &status) && status.st_dev == wanted.st_dev && status.st_ino == wanted.st_ino) {
            return save;
        }
    }
    return NULL;
}

int save_file_lock(int descriptor) {
    // Not flock: with it, .NET and PowerShell could no longer read the file. Some file systems have no locks.
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (descriptor < 0 || !fcntl(descriptor, F_OFD_SETLK, &whole) || (errno != EAGAIN && errno != EACCES)) {
        return descriptor;
    }
    // A game that loads its own save again has the lock already: a duplicate shares it.
    const struct save_file* save = find_open(descriptor);
    close(descriptor);
    errno = EWOULDBLOCK;
    return save ? fcntl(save->descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) : -1;
}

struct VFile* save_file_open(int descriptor, const char* path) {
    struct save_file* save = calloc(1, sizeof(*save));
    if (!save) {
        close(descriptor);
        return NULL;
    }
    *save = (struct save_file) {
        .file = {on_close, on_seek, on_read, VFileReadline, on_write, on_map, on_unmap, on_truncate, on_size, on_sync},
        .descriptor = descriptor,
    };
    snprintf(save->path, sizeof(save->path), "%s", path);
    if (!read_all(save)) {
        free(save->memory);
        free(save->written);
        free(save);
        close(descriptor);
        return NULL;
    }
    save->next = open_files;
    open_files = save;
    return &save->file;
}

void save_files_write(void) {
    for (struct save_file* save = open_files; save; save = save->next) {
        write_changes(save);
    }
}
