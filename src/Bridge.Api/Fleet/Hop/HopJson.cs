using System.Text.Json;
using System.Text.Json.Serialization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Frames;

namespace Bridge.Api.Fleet.Hop;

/// <summary>Reads the responses of other bridges, whose version may have members that this one doesn't know.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(EmulatorList))]
[JsonSerializable(typeof(PartProblem))]
internal sealed partial class HopJson : JsonSerializerContext
{
    /// <summary>Gets the context that skips unknown members; <c>Default</c> has other names.</summary>
    public static HopJson Context { get; } = new(new JsonSerializerOptions { PropertyNamingPolicy = JsonNamingPolicy.CamelCase });
}
