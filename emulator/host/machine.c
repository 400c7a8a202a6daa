#include "machine.h"

#include <string.h>

static const char* const game_boy_models[] = {"DMG", "MGB", "SGB", "SGB2", "CGB", "SCGB", "AGB"};
#define MODEL_COUNT (sizeof(game_boy_models) / sizeof(*game_boy_models))

bool machine_accepts_model(const char* model) {
    for (size_t i = 0; i < MODEL_COUNT; ++i) {
        if (!strcmp(game_boy_models[i], model)) {
            return true;
        }
    }
    return false;
}

// mGBA takes the model from the option for the kind of cartridge.
static void set_model(struct mCore* core, const char* model) {
    static const char* const options[] = {"gb.model", "sgb.model", "cgb.model", "cgb.hybridModel", "cgb.sgbModel"};
    for (size_t i = 0; i < sizeof(options) / sizeof(*options); ++i) {
        mCoreConfigSetValue(&core->config, options[i], model);
    }
}

// Sets all options here. mCoreLoadConfig is not called, because it reads the user's mGBA settings.
bool machine_configure(const struct machine* machine, struct mCore* core, struct failure* failure) {
    mCoreInitConfig(core, NULL);
    if (machine->save_dir) {
        mCoreConfigSetDefaultValue(&core->config, "savegamePath", machine->save_dir);
        mCoreConfigSetDefaultValue(&core->config, "savestatePath", machine->save_dir);
        mCoreConfigSetDefaultValue(&core->config, "screenshotPath", machine->save_dir);
    }
    if (machine->model) {
        if (core->platform(core) == mPLATFORM_GBA && strcmp(machine->model, "AGB")) {
            return fail(failure, "--model must be AGB for a Game Boy Advance game; got \"%s\".", machine->model);
        }
        set_model(core, machine->model);
    }
    if (machine->clock >= 0) {
        core->rtc.override = RTC_FAKE_EPOCH;
        core->rtc.value = machine->clock * 1000;
    }
    mCoreLoadForeignConfig(core, &core->config);
    return true;
}
