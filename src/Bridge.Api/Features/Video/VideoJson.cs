using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;

namespace Bridge.Api.Features.Video;

/// <summary>Reads and writes bodies about video memory as JSON.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(VideoPalettes))]
[JsonSerializable(typeof(TileMapResponse))]
[JsonSerializable(typeof(SpriteList))]
[JsonSerializable(typeof(ReadTextRequest))]
[JsonSerializable(typeof(ReadTextResponse))]
internal sealed partial class VideoJson : JsonSerializerContext
{
    /// <summary>Gets the context that follows <see cref="JsonRules"/>; <c>Default</c> doesn't.</summary>
    public static VideoJson Context { get; } = new(JsonRules.NewOptions());
}
