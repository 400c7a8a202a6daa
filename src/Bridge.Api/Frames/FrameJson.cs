using System.Text.Json.Serialization;
using Bridge.Api.Json;

namespace Bridge.Api.Frames;

/// <summary>How bodies about frames: waits, speed, the hold, turns are read and written.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(WaitRequest))]
[JsonSerializable(typeof(WaitResponse))]
[JsonSerializable(typeof(SpeedSetting))]
[JsonSerializable(typeof(SpeedResponse))]
[JsonSerializable(typeof(HoldRequest))]
[JsonSerializable(typeof(HoldBegun))]
[JsonSerializable(typeof(HoldState))]
[JsonSerializable(typeof(StepRequest))]
[JsonSerializable(typeof(StepResponse))]
[JsonSerializable(typeof(ActRequest))]
[JsonSerializable(typeof(ActResponse))]
internal sealed partial class FrameJson : JsonSerializerContext
{
    /// <summary>By the rules of all bodies, which <c>Default</c> doesn't know.</summary>
    public static FrameJson Context { get; } = new(JsonRules.NewOptions());
}
