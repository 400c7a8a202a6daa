#include "inspection.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bool inspection_parse(const char* text, struct inspection* inspection) {
    int end = 0;
    *inspection = (struct inspection) {0};
    if (!strcmp(text, "coverage")) {
        inspection->kind = INSPECT_COVERAGE;
        return true;
    }
    if (sscanf(text, "writer:%" SCNu32 ":%" SCNu32 "%n", &inspection->first, &inspection->last, &end) == 2 && !text[end]) {
        inspection->kind = INSPECT_WRITER;
        return inspection->first <= inspection->last;
    }
    if (sscanf(text, "trace:%" SCNd64 ":%" SCNd64 "%n", &inspection->skip, &inspection->lines, &end) == 2 && !text[end]) {
        inspection->kind = INSPECT_TRACE;
        return inspection->skip >= 0 && inspection->lines > 0 && inspection->lines <= TRACE_LINES_MAX;
    }
    return false;
}
