using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Json;
using Bridge.Api.Features.Batch;
using Bridge.Api.Features.Branches;
using Bridge.Api.Features.Breakpoints;
using Bridge.Api.Features.Cheats;
using Bridge.Api.Features.Clips;
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
using Bridge.Api.Features.Sensors;
using Bridge.Api.Features.Sound;
using Bridge.Api.Features.States;
using Bridge.Api.Features.StateTree;
using Bridge.Api.Features.Structures;
using Bridge.Api.Features.Symbols;
using Bridge.Api.Features.Tickets;
using Bridge.Api.Features.Vectors;
using Bridge.Api.Features.Verifying;
using Bridge.Api.Features.Video;

namespace Bridge.Api;

/// <summary>Registers the body types of all features with ASP.NET Core, which looks them up when a handler returns one.</summary>
internal static class BodyTypes
{
    private static readonly IJsonTypeInfoResolver[] All =
    [
        MemoryJson.Context, FrameJson.Context, InputJson.Context, BatchJson.Context, StateJson.Context, RomJson.Context, EventJson.Context,
        EmulatorJson.Context, HistoryJson.Context, MovieJson.Context, StateTreeJson.Context, VerifyJson.Context, ClipJson.Context,
        BranchJson.Context, SoundJson.Context, TicketJson.Context, NoteJson.Context, MessageJson.Context, OnDemandJson.Context,
        ErrorJson.Context, DisassemblyJson.Context, BreakpointJson.Context, InspectionJson.Context, VideoJson.Context, SymbolJson.Context,
        SensorJson.Context, CheatJson.Context, StructureJson.Context, DoorJson.Context, NotebookJson.Context, VectorJson.Context,
    ];

    public static void Add(JsonSerializerOptions options)
    {
        JsonRules.Apply(options);
        foreach (var feature in All)
            options.TypeInfoResolverChain.Add(feature);
    }
}
