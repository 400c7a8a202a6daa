using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;

namespace Bridge.Api.Features.Emulators;

/// <summary>Reads and writes bodies about emulators as JSON.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(HealthReport))]
[JsonSerializable(typeof(MeterReport))]
[JsonSerializable(typeof(EmulatorList))]
[JsonSerializable(typeof(EmulatorDescription))]
[JsonSerializable(typeof(ConsoleLine))]
[JsonSerializable(typeof(FrameResponse))]
internal sealed partial class EmulatorJson : JsonSerializerContext
{
    /// <summary>Gets the context that follows <see cref="JsonRules"/>; <c>Default</c> doesn't.</summary>
    public static EmulatorJson Context { get; } = new(JsonRules.NewOptions());
}
