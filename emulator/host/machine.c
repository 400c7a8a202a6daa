#include "machine.h"

#include "regular_file.h"

#include <mgba/internal/gb/gb.h>
#include <mgba/gba/interface.h>
#include <mgba-util/vfs.h>

#include <fcntl.h>
#include <stdio.h>
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

// Pan Docs, "The Cartridge Header": the highest bit tells that the game knows the Game Boy Color.
static bool has_color(struct VFile* rom) {
    uint8_t flag = 0;
    return rom->seek(rom, 0x143, SEEK_SET) >= 0 && rom->read(rom, &flag, 1) == 1 && flag & 0x80;
}

// Returns the models that a game must be given instead; NULL: it can run on `model`. mGBA starts a game without color on a Game Boy Color,
// but then emulates a DMG.
static const char* models_instead(const char* model, enum mPlatform platform, struct VFile* rom) {
    if (platform == mPLATFORM_GBA) {
        return strcmp(model, "AGB") ? "AGB for a Game Boy Advance game" : NULL;
    }
    const bool is_color = !strcmp(model, "CGB") || !strcmp(model, "SCGB") || !strcmp(model, "AGB");
    return is_color && !has_color(rom) ? "DMG, MGB, SGB or SGB2 for a Game Boy game without color" : NULL;
}

// All options are set here: mCoreLoadConfig would read the user's mGBA settings.
bool machine_configure(const struct machine* machine, struct mCore* core, struct VFile* rom, struct failure* failure) {
    mCoreInitConfig(core, NULL);
    if (machine->save_dir) {
        mCoreConfigSetDefaultValue(&core->config, "savegamePath", machine->save_dir);
        mCoreConfigSetDefaultValue(&core->config, "savestatePath", machine->save_dir);
        mCoreConfigSetDefaultValue(&core->config, "screenshotPath", machine->save_dir);
    }
    if (machine->model) {
        const char* instead = models_instead(machine->model, core->platform(core), rom);
        if (instead) {
            fail(failure, "model must be %s; got \"%s\".", instead, machine->model);
            failure->exit_code = EXIT_WRONG_MODEL;
            return false;
        }
        set_model(core, machine->model);
    }
    // Unset it is 0, and the sound is silent.
    mCoreConfigSetDefaultIntValue(&core->config, "volume", 0x100);
    mCoreConfigSetDefaultIntValue(&core->config, "useBios", machine->bios != NULL);
    mCoreConfigSetDefaultIntValue(&core->config, "skipBios", machine->bios == NULL);
    // Without it mGBA hides one of two opposing directions, on a Game Boy both.
    mCoreConfigSetDefaultIntValue(&core->config, "allowOpposingDirections", !machine->filters_opposing);
    if (machine->clock >= 0) {
        core->rtc.override = RTC_FAKE_EPOCH;
        core->rtc.value = machine->clock * 1000;
    }
    mCoreLoadForeignConfig(core, &core->config);
    return true;
}

bool machine_load_bios(const struct machine* machine, struct mCore* core, struct failure* failure) {
    if (!machine->bios) {
        return true;
    }
    struct VFile* file = VFileFromFD(regular_file_open(machine->bios, O_RDONLY));
    if (!file) {
        return fail(failure, "The BIOS %s can't be read: %s.", machine->bios, regular_file_problem());
    }
    const bool is_bios = core->platform(core) == mPLATFORM_GBA ? GBAIsBIOS(file) : GBIsBIOS(file);
    if (!is_bios || !core->loadBIOS(core, file, 0)) {
        file->close(file);
        return fail(failure, "%s is no BIOS of the game's console.", machine->bios);
    }
    return true;
}
