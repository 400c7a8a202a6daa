#include "cheats.h"

#include "cheat_patches.h"

#include <stdlib.h>
#include <string.h>

static struct mCore* attached; // NULL: none
static struct cheat_list present;
static char* present_text; // NULL: it is empty
static size_t present_size;
static bool runs;

static void clear(void) {
    cheat_list_free(&present);
    free(present_text);
    present_text = NULL;
    present_size = 0;
}

void cheats_attach(struct mCore* core) {
    attached = core;
}

void cheats_detach(const struct mCore* core) {
    if (attached == core) {
        cheat_patches_forget();
        clear();
        attached = NULL;
    }
}

static char* copy(const char* text, size_t size) {
    char* bytes = malloc(size + 1);
    if (bytes) {
        memcpy(bytes, text, size);
        bytes[size] = '\0';
    }
    return bytes;
}

bool cheats_set(const char* text, size_t size, struct cheat_fault* fault) {
    if (size == present_size && (!size || !memcmp(text, present_text, size))) {
        return true;
    }
    struct cheat_list list;
    // The reason if `copy` fails below.
    cheat_fault_set(fault, 0, -1, "must be shorter: there is no memory for it");
    if (!cheat_list_parse(&list, attached->platform(attached), text, size, fault)) {
        return false;
    }
    char* kept;
    if (!cheat_patches_fit(attached, &list, fault) || !(kept = copy(text, size))) {
        cheat_list_free(&list);
        return false;
    }
    runs = true;
    cheat_patches_undo(attached);
    clear();
    present = list;
    present.device->p = attached;
    present_text = kept;
    present_size = size;
    cheat_patches_apply(attached, &present);
    runs = false;
    return true;
}

const char* cheats_get(size_t* size) {
    *size = present_size;
    return present_text ? present_text : "";
}

void cheats_run(void) {
    runs = true;
    for (size_t i = 0; i < present.count; ++i) {
        if (present.sets[i]->enabled) {
            mCheatRefresh(present.device, present.sets[i]);
        }
    }
    runs = false;
}

bool cheats_are_running(void) {
    return runs;
}
