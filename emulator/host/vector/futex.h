#ifndef HOST_VECTOR_FUTEX_H
#define HOST_VECTOR_FUTEX_H

#include <stdatomic.h>
#include <stdint.h>

// Sleeps while a word, which other processes see too, has this value, until a wake-up with a common bit.
void futex_wait(_Atomic uint32_t* word, uint32_t value, uint32_t bits);

// Wakes all that wait with a common bit.
void futex_wake(_Atomic uint32_t* word, uint32_t bits);

#define FUTEX_ALL_BITS UINT32_MAX

#endif
