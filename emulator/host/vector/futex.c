#include "futex.h"

#include <limits.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

void futex_wait(_Atomic uint32_t* word, uint32_t value, uint32_t bits) {
    syscall(SYS_futex, word, FUTEX_WAIT_BITSET, value, NULL, NULL, bits);
}

void futex_wake(_Atomic uint32_t* word, uint32_t bits) {
    syscall(SYS_futex, word, FUTEX_WAKE_BITSET, INT_MAX, NULL, NULL, bits);
}
