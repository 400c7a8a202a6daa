using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;

namespace Bridge.Api.Features.Movies;

/// <summary>Reads and writes bodies about movies as JSON.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(MovieList))]
[JsonSerializable(typeof(MovieStored))]
[JsonSerializable(typeof(MovieRequest))]
[JsonSerializable(typeof(MovieWritten))]
[JsonSerializable(typeof(MovieRecording))]
[JsonSerializable(typeof(PlayRequest))]
[JsonSerializable(typeof(MoviePlayed))]
internal sealed partial class MovieJson : JsonSerializerContext
{
    /// <summary>Gets the context that follows <see cref="JsonRules"/>; <c>Default</c> doesn't.</summary>
    public static MovieJson Context { get; } = new(JsonRules.NewOptions());
}
