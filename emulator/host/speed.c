#include "speed.h"

#include "options.h"

#include <mgba/script/macros.h>

#include <math.h>

static struct pacing* current;

static int32_t thousandths(void) {
    return (int32_t) lround(current->speed * 1000);
}

static void set_thousandths(int32_t value) {
    const double speed = value / 1000.0;
    if (options_accept_speed(speed)) {
        pacing_set_speed(current, speed);
    }
}

mSCRIPT_BIND_FUNCTION(speed_binding, S32, thousandths, 0);
mSCRIPT_BIND_VOID_FUNCTION(set_speed_binding, set_thousandths, 1, S32, thousandths);

void speed_open(struct scripting* scripting, struct pacing* pacing) {
    current = pacing;
    scripting_export(scripting, "speed", &speed_binding);
    scripting_export(scripting, "setSpeed", &set_speed_binding);
}
