using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;
using Bridge.Api.Features.Emulators;

namespace Bridge.Api.Features.Doors;

/// <summary>Reads and writes bodies about doors as JSON.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(DoorRequest))]
[JsonSerializable(typeof(DoorDescription))]
[JsonSerializable(typeof(DoorList))]
internal sealed partial class DoorJson : JsonSerializerContext
{
    /// <summary>Gets the context that follows <see cref="JsonRules"/>; <c>Default</c> doesn't.</summary>
    public static DoorJson Context { get; } = new(JsonRules.NewOptions());
}
