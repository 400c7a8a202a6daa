using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;

namespace Bridge.Api.Fleet.Fencing;

/// <summary>Reads and writes checkpoints, and what hosts say about names, as JSON.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(CheckpointHead))]
[JsonSerializable(typeof(KeptCheckpoint))]
[JsonSerializable(typeof(HolderResponse))]
internal sealed partial class CheckpointJson : JsonSerializerContext
{
    /// <summary>Gets the context that follows <see cref="JsonRules"/>; <c>Default</c> doesn't.</summary>
    public static CheckpointJson Context { get; } = new(JsonRules.NewOptions());
}
