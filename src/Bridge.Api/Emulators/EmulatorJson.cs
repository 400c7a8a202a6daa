using System.Text.Json.Serialization;
using Bridge.Api.Json;

namespace Bridge.Api.Emulators;

/// <summary>How bodies about emulators are read and written.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(HealthReport))]
[JsonSerializable(typeof(MeterReport))]
[JsonSerializable(typeof(EmulatorList))]
[JsonSerializable(typeof(EmulatorDescription))]
[JsonSerializable(typeof(ConsoleLine))]
[JsonSerializable(typeof(FrameResponse))]
internal sealed partial class EmulatorJson : JsonSerializerContext
{
    /// <summary>By the rules of all bodies, which <c>Default</c> doesn't know.</summary>
    public static EmulatorJson Context { get; } = new(JsonRules.NewOptions());
}
