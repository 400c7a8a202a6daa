namespace Bridge.Api.Endpoints;

/// <summary>Everything that can be asked of one emulator.</summary>
internal static class EmulatorOperations
{
    public static void MapOperations(this IEndpointRouteBuilder emulator)
    {
        emulator.MapMemoryReading();
        emulator.MapGroup("").AddEndpointFilter(new WholeAnswerFilter()).MapOthers();
    }

    private static void MapOthers(this IEndpointRouteBuilder emulator)
    {
        emulator.MapEmulator();
        emulator.MapMemory();
        emulator.MapMemorySearch();
        emulator.MapMemoryReads();
        emulator.MapBatch();
        emulator.MapRegisters();
        emulator.MapConsole();
        emulator.MapButtons();
        emulator.MapSequences();
        emulator.MapWaits();
        emulator.MapScreen();
        emulator.MapScreenStream();
        emulator.MapState();
        emulator.MapNamedStates();
        emulator.MapRoms();
        emulator.MapSpeed();
        emulator.MapHold();
        emulator.MapAct();
        emulator.MapEvents();
        emulator.MapWatches();
    }
}
