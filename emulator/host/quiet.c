#include "quiet.h"

#include <mgba/script/macros.h>

#define QUIET_MAX 1000

static struct scripting* scripts;

static void quiet_frames(int32_t frames) {
    if (frames > 0 && frames <= QUIET_MAX) {
        scripts->quiet_frames = frames;
    }
}

mSCRIPT_BIND_VOID_FUNCTION(quiet_frames_binding, quiet_frames, 1, S32, frames);

void quiet_open(struct scripting* scripting) {
    scripts = scripting;
    scripting_export(scripting, "quietFrames", &quiet_frames_binding);
}
