using Bridge.Api.Features.Batch;
using Bridge.Api.Features.Branches;
using Bridge.Api.Features.Breakpoints;
using Bridge.Api.Features.Cheats;
using Bridge.Api.Features.Clips;
using Bridge.Api.Features.Compat;
using Bridge.Api.Features.Disassembly;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Events;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.Doors;
using Bridge.Api.Features.History;
using Bridge.Api.Features.Input;
using Bridge.Api.Features.Inspection;
using Bridge.Api.Features.Memory;
using Bridge.Api.Features.Messages;
using Bridge.Api.Features.Movies;
using Bridge.Api.Features.Notebook;
using Bridge.Api.Features.Notes;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Features.Roms;
using Bridge.Api.Features.Screen;
using Bridge.Api.Features.Sensors;
using Bridge.Api.Features.Sound;
using Bridge.Api.Features.States;
using Bridge.Api.Features.StateTree;
using Bridge.Api.Features.Structures;
using Bridge.Api.Features.Symbols;
using Bridge.Api.Features.Tickets;
using Bridge.Api.Features.Video;
using Bridge.Api.Server.Responses;

namespace Bridge.Api;

/// <summary>Maps all operations of one emulator.</summary>
internal static class EmulatorOperations
{
    public static void MapOperations(this IEndpointRouteBuilder emulator)
    {
        // Without the filter, which costs a request more than the read.
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
        emulator.MapSymbols();
        emulator.MapTypes();
        emulator.MapStructures();
        emulator.MapBatch();
        emulator.MapRegisters();
        emulator.MapDisassembly();
        emulator.MapConsole();
        emulator.MapButtons();
        emulator.MapSequences();
        emulator.MapWaits();
        emulator.MapScreen();
        emulator.MapScreenStream();
        emulator.MapMessages();
        emulator.MapVideo();
        emulator.MapState();
        emulator.MapNamedStates();
        emulator.MapRoms();
        emulator.MapSpeed();
        emulator.MapHold();
        emulator.MapAct();
        emulator.MapHistory();
        emulator.MapNotes();
        emulator.MapNotebook();
        emulator.MapMovies();
        emulator.MapMoviePlay();
        emulator.MapBranches();
        emulator.MapClips();
        emulator.MapSound();
        emulator.MapBreakpoints();
        emulator.MapStops();
        emulator.MapInspection();
        emulator.MapEmulatorDoors();
        emulator.MapSensors();
        emulator.MapCheats();
        emulator.MapEvents();
        emulator.MapWatches();
        emulator.MapTickets();
    }
}
