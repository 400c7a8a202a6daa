using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;

namespace Bridge.Api.Features.States;

/// <summary>Reads and writes bodies about save states as JSON.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(StateSaved))]
[JsonSerializable(typeof(StateLoaded))]
[JsonSerializable(typeof(SlotResponse))]
internal sealed partial class StateJson : JsonSerializerContext
{
    /// <summary>Gets the context that follows <see cref="JsonRules"/>; <c>Default</c> doesn't.</summary>
    public static StateJson Context { get; } = new(JsonRules.NewOptions());
}
