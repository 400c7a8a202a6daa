#include "options.h"

#include "expiry.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define HISTORY_MINUTES 10
#define HISTORY_BYTES 8000000
#define SPEED_MIN 0.25
#define SPEED_MAX 16.0
#define FRAMES_MAX 1000000000
#define EVERY_MAX 3600
// MiB; the host with its libraries takes some 200.
#define MEMORY_DEFAULT 1024
// The last second of the year 9999.
#define CLOCK_MAX 253402300799

const char options_help[] =
    "Usage: mgba-host --rom FILE --script FILE [options]\n"
    "\n"
    "Runs a Game Boy Advance or Game Boy game without a window, with Lua scripts.\n"
    "\n"
    "  --rom FILE       the game\n"
    "  --script FILE    a Lua script; may be given several times, in loading order\n"
    "  --speed N        0.25 to 16, or 0 for unlimited; 1 is the console's speed,\n"
    "                   59.7275 frames per second (default 1)\n"
    "  --frames N       end after N frames, 1 to 1000000000 (default: run until a signal)\n"
    "  --save-dir DIR   the folder for saves, states and screenshots; created if missing\n"
    "                   (default: the game's folder)\n"
    "  --model MODEL    the console for a Game Boy game: DMG, MGB, SGB, SGB2, CGB, SCGB or AGB\n"
    "                   (default: what the game is made for)\n"
    "  --clock SECONDS  the cartridge clock's time in the first frame, in seconds since 1970; it then\n"
    "                   advances with the frames (default: the system's clock)\n"
    "  --expire SECONDS end when no bridge has been connected for this time, 1 to 604800\n"
    "                   (default: never)\n"
    "  --log FILE       run in the background: in a session of its own, with all output in FILE\n"
    "  --nice N         lower the priority by N, 0 to 19 (default 0)\n"
    "  --memory MIB     the most address space, 256 to 65536 (default 1024)\n"
    "  --history MIN    the minutes that the game can be rewound by, 0 to 60; 0: none (default 10)\n"
    "  --history-bytes N  the most memory for them, 1048576 to 1073741824; the oldest minutes are\n"
    "                   forgotten beyond it (default 8000000)\n"
    "  --bios FILE      run this BIOS at each reset (default: its functions are emulated)\n"
    "  --opposing KIND  both: the game sees Left with Right, and Up with Down; filter: it doesn't\n"
    "                   (default both)\n"
    "  --movie FILE     only play this movie as fast as possible, without scripts and saves, and tell in\n"
    "                   a line of JSON whether the game's memory was that of the movie; -: from the\n"
    "                   standard input\n"
    "  --render         with --movie: write its pictures to the standard output too\n"
    "  --from N         the first frame of --render and --inspect, 1 to 1000000000 (default 1)\n"
    "  --every N        frames from one picture to the next, 1 to 3600 (default 1)\n"
    "  --sound          with --render: write the sound from that frame on too\n"
    "  --inspect WHAT   with --movie: write what the game's code does from the frame of --from on:\n"
    "                   writer:FIRST:LAST, which instruction wrote last to these addresses; coverage,\n"
    "                   which code ran; trace:SKIP:LINES, each instruction after the first SKIP\n"
    "  --branches       run branches of the game as the standard input says, without saves; with a\n"
    "                   --script that knows them, like the bridge's\n"
    "  --vector WHAT    run many games for a learning loop, like count=16,picture=gray:84x84\n"
    "  --control FILE   with --vector: the Unix socket for requests\n"
    "  --no-idle        behave like stock mGBA: do not trigger the callback idle between frames, and\n"
    "                   end on SIGPIPE, when a script writes to a closed connection; --opposing filter\n"
    "  --help           show this\n"
    "  --version        show the version\n"
    "\n"
    "SIGTERM, SIGINT, SIGHUP and SIGQUIT end it; SIGUSR1 pauses and resumes it, SIGUSR2 resumes it.\n"
    "Exit codes: 0 ended normally, 2 could not start, 3 mGBA did not finish a frame, 4 the game\n"
    "can't run on the console of --model, 5 the memory differs from that of --movie, 6 --movie was\n"
    "or --branches were ended by a signal, or nothing reads the result.\n";

enum option {
    OPTION_ROM, OPTION_SCRIPT, OPTION_SPEED, OPTION_FRAMES, OPTION_SAVE_DIR, OPTION_MODEL, OPTION_CLOCK, OPTION_EXPIRE, OPTION_LOG,
    OPTION_NICE, OPTION_MEMORY, OPTION_HISTORY, OPTION_HISTORY_BYTES, OPTION_BIOS, OPTION_OPPOSING, OPTION_MOVIE, OPTION_RENDER,
    OPTION_FROM, OPTION_EVERY, OPTION_SOUND, OPTION_INSPECT, OPTION_BRANCHES, OPTION_VECTOR, OPTION_CONTROL, OPTION_NO_IDLE, OPTION_HELP,
    OPTION_VERSION
};

static const struct {
    const char* name;
    bool takes_value;
} known[] = {
    [OPTION_ROM] = {"--rom", true},
    [OPTION_SCRIPT] = {"--script", true},
    [OPTION_SPEED] = {"--speed", true},
    [OPTION_FRAMES] = {"--frames", true},
    [OPTION_SAVE_DIR] = {"--save-dir", true},
    [OPTION_MODEL] = {"--model", true},
    [OPTION_CLOCK] = {"--clock", true},
    [OPTION_EXPIRE] = {"--expire", true},
    [OPTION_LOG] = {"--log", true},
    [OPTION_NICE] = {"--nice", true},
    [OPTION_MEMORY] = {"--memory", true},
    [OPTION_HISTORY] = {"--history", true},
    [OPTION_HISTORY_BYTES] = {"--history-bytes", true},
    [OPTION_BIOS] = {"--bios", true},
    [OPTION_OPPOSING] = {"--opposing", true},
    [OPTION_MOVIE] = {"--movie", true},
    [OPTION_RENDER] = {"--render", false},
    [OPTION_FROM] = {"--from", true},
    [OPTION_EVERY] = {"--every", true},
    [OPTION_SOUND] = {"--sound", false},
    [OPTION_INSPECT] = {"--inspect", true},
    [OPTION_BRANCHES] = {"--branches", false},
    [OPTION_VECTOR] = {"--vector", true},
    [OPTION_CONTROL] = {"--control", true},
    [OPTION_NO_IDLE] = {"--no-idle", false},
    [OPTION_HELP] = {"--help", false},
    [OPTION_VERSION] = {"--version", false},
};

// Returns the index of the option in `argument`, which may end with "=value"; the number of options if it is unknown.
static size_t find_option(const char* argument) {
    size_t length = strcspn(argument, "=");
    size_t i;
    for (i = 0; i < sizeof(known) / sizeof(*known); ++i) {
        if (strlen(known[i].name) == length && !strncmp(known[i].name, argument, length)) {
            break;
        }
    }
    return i;
}

// The comparisons are false for NaN, so NaN is refused.
bool options_accept_speed(double speed) {
    return speed == 0.0 || (speed >= SPEED_MIN && speed <= SPEED_MAX);
}

static bool parse_speed(const char* text, double* speed) {
    char* end;
    double value = strtod(text, &end);
    if (end == text || *end || !options_accept_speed(value)) {
        return false;
    }
    *speed = value;
    return true;
}

static bool parse_whole(const char* option, const char* text, int64_t min, int64_t max, int64_t* number, struct failure* failure) {
    char* end;
    errno = 0;
    const long long value = strtoll(text, &end, 10);
    if (end == text || *end || errno || value < min || value > max) {
        return fail(failure, "%s must be a whole number from %lld to %lld; got \"%s\".", option, (long long) min, (long long) max, text);
    }
    *number = value;
    return true;
}

static bool apply(struct options* options, enum option option, const char* value, struct failure* failure) {
    switch (option) {
    case OPTION_ROM:
        options->rom = value;
        return true;
    case OPTION_SCRIPT:
        options->scripts[options->script_count++] = value;
        return true;
    case OPTION_SPEED:
        return parse_speed(value, &options->speed) ||
               fail(failure, "--speed must be 0 or 0.25 to 16; got \"%s\".", value);
    case OPTION_FRAMES:
        return parse_whole("--frames", value, 1, FRAMES_MAX, &options->frames, failure);
    case OPTION_SAVE_DIR:
        options->machine.save_dir = value;
        return true;
    case OPTION_MODEL:
        options->machine.model = value;
        return machine_accepts_model(value) ||
               fail(failure, "--model must be DMG, MGB, SGB, SGB2, CGB, SCGB or AGB; got \"%s\".", value);
    case OPTION_CLOCK:
        return parse_whole("--clock", value, 0, CLOCK_MAX, &options->machine.clock, failure);
    case OPTION_EXPIRE:
        return parse_whole("--expire", value, 1, EXPIRY_MAX, &options->expiry, failure);
    case OPTION_LOG:
        options->process.log = value;
        return true;
    case OPTION_NICE:
        return parse_whole("--nice", value, 0, 19, &options->process.nice, failure);
    case OPTION_MEMORY:
        return parse_whole("--memory", value, 256, 65536, &options->process.memory, failure);
    case OPTION_HISTORY:
        return parse_whole("--history", value, 0, HISTORY_MINUTES_MAX, &options->history.minutes, failure);
    case OPTION_HISTORY_BYTES:
        return parse_whole("--history-bytes", value, HISTORY_BYTES_MIN, HISTORY_BYTES_MAX, &options->history.bytes, failure);
    case OPTION_BIOS:
        options->machine.bios = value;
        return true;
    case OPTION_OPPOSING:
        options->machine.filters_opposing = !strcmp(value, "filter");
        return options->machine.filters_opposing || !strcmp(value, "both") ||
               fail(failure, "--opposing must be both or filter; got \"%s\".", value);
    case OPTION_MOVIE:
        options->movie = value;
        options->machine.saves_nothing = true;
        return true;
    case OPTION_RENDER:
        options->renders = true;
        return true;
    case OPTION_FROM:
        return parse_whole("--from", value, 1, FRAMES_MAX, &options->rendering.from, failure);
    case OPTION_EVERY:
        return parse_whole("--every", value, 1, EVERY_MAX, &options->rendering.every, failure);
    case OPTION_SOUND:
        options->rendering.sound = true;
        return true;
    case OPTION_INSPECT:
        return inspection_parse(value, &options->inspection) ||
               fail(failure, "--inspect must be writer:FIRST:LAST, coverage or trace:SKIP:LINES; got \"%s\".", value);
    case OPTION_BRANCHES:
        options->branches = options->machine.saves_nothing = true;
        return true;
    case OPTION_VECTOR:
        options->machine.saves_nothing = true;
        return vector_settings_parse(value, &options->vector, failure);
    case OPTION_CONTROL:
        options->control = value;
        return true;
    case OPTION_NO_IDLE:
        options->no_idle = options->machine.filters_opposing = true;
        return true;
    case OPTION_HELP:
        options->request = REQUEST_HELP;
        return true;
    case OPTION_VERSION:
        options->request = REQUEST_VERSION;
        return true;
    }
    return false;
}

// Finds out which request the options are for, and checks that they fit together.
static bool choose_request(struct options* options, struct failure* failure) {
    if (!options->rom) {
        return fail(failure, "--rom FILE is required.");
    }
    if (options->renders && !options->movie) {
        return fail(failure, "--render needs --movie FILE.");
    }
    if (options->inspection.kind && (!options->movie || options->renders)) {
        return fail(failure, "--inspect needs --movie FILE, without --render.");
    }
    if (options->branches && options->movie) {
        return fail(failure, "--branches and --movie can't be given together.");
    }
    const bool has_vector = options->vector.count, has_control = options->control;
    if (has_vector != has_control) {
        return fail(failure, "--vector and --control FILE need each other.");
    }
    if (has_vector && (options->script_count || options->movie || options->branches || options->no_idle)) {
        return fail(failure, "--vector can't be given with --script, --movie, --branches or --no-idle.");
    }
    if (has_vector) {
        options->request = REQUEST_VECTOR;
        return true;
    }
    if (!options->script_count && !options->movie) {
        return fail(failure, "--script FILE is required.");
    }
    if (options->branches) {
        options->request = REQUEST_BRANCHES;
    } else if (options->movie) {
        options->request = options->renders ? REQUEST_RENDER : options->inspection.kind ? REQUEST_INSPECT : REQUEST_VERIFY;
    }
    return true;
}

bool options_parse(struct options* options, int argc, char** argv, struct failure* failure) {
    // There can't be more scripts than arguments.
    *options = (struct options) {
        .speed = 1.0, .machine.clock = -1, .process.memory = MEMORY_DEFAULT,
        .rendering = {.from = 1, .every = 1}, .history = {.minutes = HISTORY_MINUTES, .bytes = HISTORY_BYTES},
        .scripts = calloc((size_t) argc + 1, sizeof(*options->scripts)),
    };
    if (!options->scripts) {
        return fail(failure, "Out of memory.");
    }

    for (int i = 1; i < argc; ++i) {
        const char* argument = argv[i];
        size_t option = find_option(argument);
        const char* value = strchr(argument, '=');
        if (option == sizeof(known) / sizeof(*known)) {
            return fail(failure, "Unknown option %s; --help lists all options.", argument);
        }
        if (known[option].takes_value && !value && i + 1 == argc) {
            return fail(failure, "%s needs a value.", argument);
        }
        if (!known[option].takes_value && value) {
            return fail(failure, "%s takes no value.", known[option].name);
        }
        if (known[option].takes_value) {
            value = value ? value + 1 : argv[++i];
        }
        if (!apply(options, (enum option) option, value, failure)) {
            return false;
        }
    }
    return options->request != REQUEST_RUN || choose_request(options, failure);
}

void options_free(struct options* options) {
    free(options->scripts);
}
