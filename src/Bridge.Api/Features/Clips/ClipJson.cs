using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;

namespace Bridge.Api.Features.Clips;

/// <summary>Reads and writes bodies about clips as JSON.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(ClipRequest))]
[JsonSerializable(typeof(ClipShape))]
[JsonSerializable(typeof(ClipList))]
internal sealed partial class ClipJson : JsonSerializerContext
{
    /// <summary>Gets the context that follows <see cref="JsonRules"/>; <c>Default</c> doesn't.</summary>
    public static ClipJson Context { get; } = new(JsonRules.NewOptions());
}
