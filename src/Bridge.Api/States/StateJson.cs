using System.Text.Json.Serialization;
using Bridge.Api.Json;

namespace Bridge.Api.States;

/// <summary>How bodies about save states are read and written.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(StateList))]
[JsonSerializable(typeof(StateSaved))]
[JsonSerializable(typeof(StateLoaded))]
[JsonSerializable(typeof(SlotResponse))]
internal sealed partial class StateJson : JsonSerializerContext
{
    /// <summary>By the rules of all bodies, which <c>Default</c> doesn't know.</summary>
    public static StateJson Context { get; } = new(JsonRules.NewOptions());
}
