#include "keypad.h"

#include <mgba/script/macros.h>

static const struct game* current;

static bool sees_opposing(void) {
    return !current->machine->filters_opposing;
}

mSCRIPT_BIND_FUNCTION(sees_opposing_binding, BOOL, sees_opposing, 0);

void keypad_open(struct scripting* scripting, const struct game* game) {
    current = game;
    scripting_export(scripting, "seesOpposing", &sees_opposing_binding);
}
