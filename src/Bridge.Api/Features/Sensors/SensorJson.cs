using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;

namespace Bridge.Api.Features.Sensors;

/// <summary>Reads and writes bodies about sensors as JSON.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(SensorsRequest))]
[JsonSerializable(typeof(SensorsResponse))]
internal sealed partial class SensorJson : JsonSerializerContext
{
    /// <summary>Gets the context that follows <see cref="JsonRules"/>; <c>Default</c> doesn't.</summary>
    public static SensorJson Context { get; } = new(JsonRules.NewOptions());
}
