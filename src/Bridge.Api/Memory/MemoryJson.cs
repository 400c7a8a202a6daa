using System.Text.Json.Serialization;
using Bridge.Api.Json;

namespace Bridge.Api.Memory;

/// <summary>How bodies about memory and registers are read and written.</summary>
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
    /// <summary>By the rules of all bodies, which <c>Default</c> doesn't know.</summary>
    public static MemoryJson Context { get; } = new(JsonRules.NewOptions());
}
