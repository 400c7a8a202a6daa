#include "drawing.h"

#include <mgba/script/macros.h>

static struct game* current;

static void set_drawing(bool on) {
    current->skips_drawing = !on;
}

mSCRIPT_BIND_VOID_FUNCTION(set_drawing_binding, set_drawing, 1, BOOL, on);

void drawing_open(struct scripting* scripting, struct game* game) {
    current = game;
    scripting_export(scripting, "setDrawing", &set_drawing_binding);
}
