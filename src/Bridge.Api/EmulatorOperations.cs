using Bridge.Api.Batch;
using Bridge.Api.Compat;
using Bridge.Api.Emulators;
using Bridge.Api.Events;
using Bridge.Api.Frames;
using Bridge.Api.Http;
using Bridge.Api.Input;
using Bridge.Api.Memory;
using Bridge.Api.OnDemand;
using Bridge.Api.Roms;
using Bridge.Api.Screen;
using Bridge.Api.States;

namespace Bridge.Api;

/// <summary>Maps all operations of one emulator.</summary>
internal static class EmulatorOperations
{
    public static void MapOperations(this IEndpointRouteBuilder emulator)
    {
        emulator.MapMemoryReading();
        emulator.MapGroup("").AddEndpointFilter<RouteGroupBuilder, BufferedResponseFilter>().MapOthers();
    }

    private static void MapOthers(this IEndpointRouteBuilder emulator)
    {
        emulator.MapEmulator();
        emulator.MapEnd();
        emulator.MapMemory();
        emulator.MapMemorySearch();
        emulator.MapMemoryPlaces();
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
