#include "reads.h"

#include "memory_place.h"

#include <stdlib.h>
#include <string.h>

static bool parse_digits(const char** text, uint32_t* number) {
    uint64_t value = 0;
    const char* at = *text;
    for (; *at >= '0' && *at <= '9' && at - *text < 10; ++at) {
        value = 10 * value + (uint64_t) (*at - '0');
    }
    const bool is_number = at != *text && value <= UINT32_MAX;
    *text = at;
    *number = (uint32_t) value;
    return is_number;
}

// A chain like [[33554440]+16]-4.
static bool parse_address(const char* text, struct read* read) {
    for (; *text == '['; ++text) {
        if (++read->depth > READ_DEPTH_MAX) {
            return false;
        }
    }
    bool is_right = parse_digits(&text, &read->address);
    for (uint8_t i = 0; is_right && i < read->depth; ++i) {
        is_right = *text++ == ']';
        if (is_right && (*text == '+' || *text == '-')) {
            const bool is_negative = *text++ == '-';
            is_right = parse_digits(&text, &read->offsets[i]);
            read->offsets[i] = is_negative ? 0 - read->offsets[i] : read->offsets[i];
        }
    }
    return is_right && !*text;
}

static bool parse_type(const char* text, struct read* read) {
    static const struct {
        const char* name;
        uint8_t width;
        bool is_signed;
    } types[] = {{"u8", 1, false}, {"u16", 2, false}, {"u32", 4, false}, {"i8", 1, true}, {"i16", 2, true}, {"i32", 4, true}};
    for (size_t i = 0; i < sizeof(types) / sizeof(*types); ++i) {
        if (!strcmp(text, types[i].name)) {
            read->width = types[i].width;
            read->is_signed = types[i].is_signed;
            return true;
        }
    }
    return false;
}

static bool has_place(const struct read* read, struct mCore* core) {
    const size_t pointer = core->platform(core) == mPLATFORM_GBA ? 4 : 2;
    return *read->domain ? memory_may_have_domain(core, read->domain, read->address, read->width)
                         : memory_may_have_bus(core, read->address, read->depth ? pointer : read->width);
}

static bool parse_line(char* line, struct read* read, struct mCore* core, size_t number, struct failure* failure) {
    const char* address = strsep(&line, " ");
    const char* type = line ? strsep(&line, " ") : "";
    const char* domain = line ? line : "";
    *read = (struct read) {0};
    if (!parse_address(address, read)) {
        return fail(failure, "Read %zu: address must be a decimal number, or a pointer chain like [33554440]+16, up to %d deep; "
                    "got \"%s\".", number, READ_DEPTH_MAX, address);
    }
    if (!parse_type(type, read)) {
        return fail(failure, "Read %zu: type must be u8, u16, u32, i8, i16 or i32; got \"%s\".", number, type);
    }
    if (strcmp(domain, "-")) {
        if (!*domain || strlen(domain) > READ_DOMAIN_MAX || read->depth) {
            return fail(failure, "Read %zu: domain must be a domain's name, or - for the bus and pointer chains; got \"%s\".", number,
                        domain);
        }
        strcpy(read->domain, domain);
    }
    return has_place(read, core) || fail(failure, "Read %zu: nothing is at %s on %s.", number, address,
                                         *read->domain ? read->domain : "the bus");
}

bool read_list_parse(struct read_list* list, char* text, struct mCore* core, struct failure* failure) {
    *list = (struct read_list) {0};
    for (char* line; text && *text;) {
        line = strsep(&text, "\n");
        if (list->count == VECTOR_READS_MAX) {
            return fail(failure, "reads must be 0 to %d lines.", VECTOR_READS_MAX);
        }
        if (!parse_line(line, &list->reads[list->count], core, list->count, failure)) {
            return false;
        }
        ++list->count;
    }
    return true;
}

// Follows the pointers. Returns false if one is null or leads nowhere.
static bool follow(const struct read* read, struct mCore* core, uint32_t* address) {
    const bool is_wide = core->platform(core) == mPLATFORM_GBA;
    *address = read->address;
    for (uint8_t i = 0; i < read->depth; ++i) {
        uint32_t pointer;
        if (!memory_read_bus(core, *address, is_wide ? 4 : 2, &pointer) || !pointer) {
            return false;
        }
        *address = (pointer + read->offsets[i]) & (is_wide ? UINT32_MAX : 0xFFFF);
    }
    return true;
}

static int64_t convert(const struct read* read, uint32_t value) {
    switch (read->is_signed ? read->width : 0) {
    case 1:
        return (int8_t) value;
    case 2:
        return (int16_t) value;
    case 4:
        return (int32_t) value;
    default:
        return value;
    }
}

uint64_t read_list_run(const struct read_list* list, struct mCore* core, int64_t* values) {
    uint64_t missing = 0;
    for (uint32_t i = 0; i < list->count; ++i) {
        const struct read* read = &list->reads[i];
        uint32_t address, value = 0;
        const bool is_there = *read->domain ? memory_read_domain(core, read->domain, read->address, read->width, &value)
                                            : follow(read, core, &address) && memory_read_bus(core, address, read->width, &value);
        missing |= is_there ? 0 : UINT64_C(1) << i;
        values[i] = is_there ? convert(read, value) : 0;
    }
    return missing;
}
