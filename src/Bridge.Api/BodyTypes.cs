using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Bridge.Api.Batch;
using Bridge.Api.Emulators;
using Bridge.Api.Errors;
using Bridge.Api.Events;
using Bridge.Api.Frames;
using Bridge.Api.Input;
using Bridge.Api.Json;
using Bridge.Api.Memory;
using Bridge.Api.OnDemand;
using Bridge.Api.Roms;
using Bridge.Api.States;

namespace Bridge.Api;

/// <summary>Registers the body types of all features with ASP.NET Core, which looks them up when a handler returns one.</summary>
internal static class BodyTypes
{
    private static readonly IJsonTypeInfoResolver[] All =
    [
        MemoryJson.Context, FrameJson.Context, InputJson.Context, BatchJson.Context, StateJson.Context, RomJson.Context, EventJson.Context,
        EmulatorJson.Context, OnDemandJson.Context, ErrorJson.Context,
    ];

    public static void Add(JsonSerializerOptions options)
    {
        JsonRules.Apply(options);
        foreach (var feature in All)
            options.TypeInfoResolverChain.Add(feature);
    }
}
