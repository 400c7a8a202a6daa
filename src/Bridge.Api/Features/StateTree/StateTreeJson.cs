using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;

namespace Bridge.Api.Features.StateTree;

/// <summary>Reads and writes what is stored of states, and bodies about them, as JSON.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(StateAbout))]
[JsonSerializable(typeof(StateTreeList))]
[JsonSerializable(typeof(ReplayRequest))]
internal sealed partial class StateTreeJson : JsonSerializerContext
{
    /// <summary>Gets the context that follows <see cref="JsonRules"/>; <c>Default</c> doesn't.</summary>
    public static StateTreeJson Context { get; } = new(JsonRules.NewOptions());
}
