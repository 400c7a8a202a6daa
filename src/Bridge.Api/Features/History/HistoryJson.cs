using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;

namespace Bridge.Api.Features.History;

/// <summary>Reads and writes bodies about the history as JSON.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(HistoryResponse))]
[JsonSerializable(typeof(MarkRequest))]
[JsonSerializable(typeof(MarkResponse))]
[JsonSerializable(typeof(RewindRequest))]
[JsonSerializable(typeof(RewindResponse))]
internal sealed partial class HistoryJson : JsonSerializerContext
{
    /// <summary>Gets the context that follows <see cref="JsonRules"/>; <c>Default</c> doesn't.</summary>
    public static HistoryJson Context { get; } = new(JsonRules.NewOptions());
}
