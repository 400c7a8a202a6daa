using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;

namespace Bridge.Api.Features.Sound;

/// <summary>Reads and writes bodies about sound as JSON.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(SoundRequest))]
[JsonSerializable(typeof(SoundResponse))]
internal sealed partial class SoundJson : JsonSerializerContext
{
    /// <summary>Gets the context that follows <see cref="JsonRules"/>; <c>Default</c> doesn't.</summary>
    public static SoundJson Context { get; } = new(JsonRules.NewOptions());
}
