#include "cheating.h"

#include "cheats.h"
#include "outside.h"

#include <mgba/script/macros.h>

#include <stdio.h>
#include <string.h>

static struct mScriptValue* list_cheats(void) {
    size_t size;
    const char* text = cheats_get(&size);
    return scripting_text(text, size);
}

static struct mScriptValue* set_cheats(struct mScriptString* text) {
    static char problem[sizeof(((struct cheat_fault*) NULL)->reason) + 32];
    struct cheat_fault fault;
    if (outside_set_cheats(text->buffer, text->size, &fault)) {
        return scripting_text("", 0);
    }
    snprintf(problem, sizeof(problem), "%d %d %s", fault.cheat, fault.line, fault.reason);
    return scripting_text(problem, strlen(problem));
}

mSCRIPT_BIND_FUNCTION(cheats_binding, WSTR, list_cheats, 0);
mSCRIPT_BIND_FUNCTION(set_cheats_binding, WSTR, set_cheats, 1, STR, text);

void cheating_open(struct scripting* scripting) {
    scripting_export(scripting, "cheats", &cheats_binding);
    scripting_export(scripting, "setCheats", &set_cheats_binding);
}
