#include "exact_run.h"

#include <mgba/internal/arm/arm.h>
#include <mgba/internal/sm83/sm83.h>

static uint32_t sm83_address;
static bool has_processed;
static void (*process_events)(struct SM83Core* cpu);

static uint32_t word_size(const struct ARMCore* cpu) {
    return cpu->executionMode == MODE_THUMB ? WORD_SIZE_THUMB : WORD_SIZE_ARM;
}

// ARMRunLoop, with a call before each instruction. A switch of the instruction set ends both loops.
static void run_arm(struct ARMCore* cpu, void (*on_instruction)(uint32_t address)) {
    while (cpu->cycles < cpu->nextEvent) {
        on_instruction((uint32_t) cpu->gprs[ARM_PC] - word_size(cpu));
        ARMRun(cpu);
    }
    cpu->irqh.processEvents(cpu);
}

static void note_events(struct SM83Core* cpu) {
    has_processed = true;
    process_events(cpu);
}

// SM83Run ends before the first instruction after an event. Its step is SM83Tick, which doesn't tell whether there was an event.
static void run_sm83(struct SM83Core* cpu, void (*on_instruction)(uint32_t address)) {
    process_events = cpu->irqh.processEvents;
    cpu->irqh.processEvents = note_events;
    has_processed = false;
    while (!has_processed || cpu->executionState != SM83_CORE_FETCH) {
        if (cpu->cycles >= cpu->nextEvent) {
            cpu->irqh.processEvents(cpu);
            continue;
        }
        // An interrupt comes first.
        if (cpu->executionState == SM83_CORE_FETCH && !cpu->irqPending) {
            sm83_address = cpu->pc;
            on_instruction(cpu->pc);
        }
        SM83Tick(cpu);
    }
    cpu->irqh.processEvents = process_events;
}

void exact_run(struct mCore* core, void (*on_instruction)(uint32_t address)) {
    if (core->platform(core) == mPLATFORM_GBA) {
        run_arm(core->cpu, on_instruction);
    } else {
        run_sm83(core->cpu, on_instruction);
    }
}

uint32_t exact_run_size(struct mCore* core) {
    return word_size(core->cpu);
}

uint32_t exact_run_address(struct mCore* core) {
    if (core->platform(core) != mPLATFORM_GBA) {
        return sm83_address;
    }
    const struct ARMCore* cpu = core->cpu;
    return (uint32_t) cpu->gprs[ARM_PC] - 2 * word_size(cpu);
}
