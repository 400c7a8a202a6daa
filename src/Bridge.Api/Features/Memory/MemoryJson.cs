using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;

namespace Bridge.Api.Features.Memory;

/// <summary>Reads and writes bodies about memory and registers as JSON.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(MemoryValue))]
[JsonSerializable(typeof(MemoryBytes))]
[JsonSerializable(typeof(MemoryWritten))]
[JsonSerializable(typeof(MemoryWrite))]
[JsonSerializable(typeof(MemoryDomains))]
[JsonSerializable(typeof(MemorySearchRequest))]
[JsonSerializable(typeof(MemorySearchResponse))]
[JsonSerializable(typeof(IReadOnlyList<PlaceToRead>), TypeInfoPropertyName = "Places")]
[JsonSerializable(typeof(PlacesRead))]
[JsonSerializable(typeof(RegisterValue))]
[JsonSerializable(typeof(RegisterList))]
[JsonSerializable(typeof(RegisterWrite))]
internal sealed partial class MemoryJson : JsonSerializerContext
{
    /// <summary>Gets the context that follows <see cref="JsonRules"/>; <c>Default</c> doesn't.</summary>
    public static MemoryJson Context { get; } = new(JsonRules.NewOptions());
}
