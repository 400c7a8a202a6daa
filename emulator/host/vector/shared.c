#include "shared.h"

#include <sys/mman.h>

#define PAGE ((size_t) 4096)

// Page-aligned, because mGBA is many times slower with a state at other addresses. Pages that are never written take no memory.
static uint8_t* slots;
static uint8_t* result;

struct vector_shared* vector_shared_create(uint32_t count, struct failure* failure) {
    const size_t words = sizeof(struct vector_shared) + count * sizeof(struct worker_words);
    const size_t head = (words + PAGE - 1) / PAGE * PAGE;
    const size_t size = head + (STARTS_MAX + 1) * START_BYTES_MAX + RESULT_MAX;
    uint8_t* bytes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (bytes == MAP_FAILED) {
        fail(failure, "There is no address space for the starts; --memory must be larger.");
        return NULL;
    }
    slots = bytes + head;
    result = slots + (STARTS_MAX + 1) * START_BYTES_MAX;
    struct vector_shared* shared = (struct vector_shared*) (void*) bytes;
    for (uint32_t i = 0; i < STARTS_MAX; ++i) {
        shared->starts.slot_of[i] = i;
    }
    shared->starts.spare = STARTS_MAX;
    return shared;
}

uint8_t* vector_shared_slot(uint32_t slot) {
    return slots + slot * START_BYTES_MAX;
}

uint8_t* vector_shared_result(void) {
    return result;
}
