#include "breakpoint_list.h"

#include <string.h>

#define PAGE_BITS 10
#define PAGES (UINT32_C(0x10000000) >> PAGE_BITS)

static struct breakpoint breakpoints[BREAKPOINTS_MAX];
static size_t count;
static int32_t last_id;
// For each page the kinds of accesses that matter there. Addresses beyond the bus share pages.
static uint8_t pages[PAGES];

static uint32_t page_of(uint32_t address) {
    return (address >> PAGE_BITS) % PAGES;
}

static void mark_pages(void) {
    memset(pages, 0, sizeof(pages));
    for (size_t i = 0; i < count; ++i) {
        const uint32_t begin = breakpoints[i].first >> PAGE_BITS, end = breakpoints[i].last >> PAGE_BITS;
        for (uint32_t page = begin; page <= end && page - begin < PAGES; ++page) {
            pages[page % PAGES] |= (uint8_t) breakpoints[i].accesses;
        }
    }
}

int32_t breakpoint_list_add(const struct breakpoint* breakpoint) {
    if (count == BREAKPOINTS_MAX) {
        return 0;
    }
    breakpoints[count] = *breakpoint;
    breakpoints[count].id = last_id = last_id == INT32_MAX ? 1 : last_id + 1;
    ++count;
    mark_pages();
    return last_id;
}

bool breakpoint_list_remove(int32_t id) {
    for (size_t i = 0; i < count; ++i) {
        if (breakpoints[i].id == id) {
            memmove(&breakpoints[i], &breakpoints[i + 1], (--count - i) * sizeof(*breakpoints));
            mark_pages();
            return true;
        }
    }
    return false;
}

void breakpoint_list_clear(void) {
    count = 0;
    mark_pages();
}

size_t breakpoint_list_count(void) {
    return count;
}

const struct breakpoint* breakpoint_list_at(size_t index) {
    return &breakpoints[index];
}

unsigned breakpoint_list_accesses(void) {
    unsigned accesses = 0;
    for (size_t i = 0; i < count; ++i) {
        accesses |= breakpoints[i].accesses;
    }
    return accesses;
}

bool breakpoint_list_stops(void) {
    for (size_t i = 0; i < count; ++i) {
        if (breakpoints[i].stop) {
            return true;
        }
    }
    return false;
}

bool breakpoint_list_may_have(unsigned accesses, uint32_t address, uint32_t size) {
    return ((unsigned) pages[page_of(address)] | pages[page_of(address + size - 1)]) & accesses;
}

static bool holds(const struct breakpoint* breakpoint, uint32_t number) {
    const uint32_t masked = number & breakpoint->mask;
    switch (breakpoint->comparison) {
    case COMPARE_EQ:
        return masked == breakpoint->value;
    case COMPARE_NE:
        return masked != breakpoint->value;
    case COMPARE_LT:
        return masked < breakpoint->value;
    case COMPARE_LE:
        return masked <= breakpoint->value;
    case COMPARE_GT:
        return masked > breakpoint->value;
    case COMPARE_GE:
        return masked >= breakpoint->value;
    default:
        return true;
    }
}

static bool matches(const struct breakpoint* breakpoint, struct mCore* core, uint32_t value) {
    if (breakpoint->comparison == COMPARE_ALWAYS || !*breakpoint->register_name) {
        return holds(breakpoint, value);
    }
    int32_t number = 0;
    return core->readRegister(core, breakpoint->register_name, &number) && holds(breakpoint, (uint32_t) number);
}

void breakpoint_list_match(struct mCore* core, unsigned accesses, uint32_t address, uint32_t size, uint32_t value,
                           void (*on_hit)(const struct breakpoint* breakpoint, const void* context), const void* context) {
    for (size_t i = 0; i < count; ++i) {
        struct breakpoint* breakpoint = &breakpoints[i];
        const bool is_there = breakpoint->accesses & accesses && address <= breakpoint->last && address + size > breakpoint->first;
        const bool is_over = breakpoint->limit && breakpoint->hits == breakpoint->limit;
        if (is_there && !is_over && matches(breakpoint, core, value)) {
            ++breakpoint->hits;
            on_hit(breakpoint, context);
        }
    }
}
