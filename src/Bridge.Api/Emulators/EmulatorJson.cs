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
[JsonSerializable(typeof(FrameAnswer))]
internal sealed partial class EmulatorJson : JsonSerializerContext
{
    /// <summary>By the rules of all bodies, which <c>Default</c> doesn't know.</summary>
    public static EmulatorJson Context => Holder.Context;

    // A class of its own: the order in which two parts of one class set up their static members is not defined.
    private static class Holder
    {
        public static readonly EmulatorJson Context = new(JsonRules.NewOptions());
    }
}
