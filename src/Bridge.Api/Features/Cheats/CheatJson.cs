using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;

namespace Bridge.Api.Features.Cheats;

/// <summary>Reads and writes bodies about cheats as JSON.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(CheatsRequest))]
[JsonSerializable(typeof(CheatRequest))]
[JsonSerializable(typeof(CheatDescription))]
[JsonSerializable(typeof(CheatList))]
internal sealed partial class CheatJson : JsonSerializerContext
{
    /// <summary>Gets the context that follows <see cref="JsonRules"/>; <c>Default</c> doesn't.</summary>
    public static CheatJson Context { get; } = new(JsonRules.NewOptions());
}
