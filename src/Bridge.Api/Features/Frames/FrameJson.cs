using System.Text.Json;
using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;
using Bridge.Api.Features.Screen;

namespace Bridge.Api.Features.Frames;

/// <summary>Reads and writes bodies about waits, speed, holds, steps and turns as JSON.</summary>
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
[JsonSerializable(typeof(StepManyRequest))]
[JsonSerializable(typeof(StepManyResponse))]
[JsonSerializable(typeof(PlacedProblem[]))]
[JsonSerializable(typeof(JsonElement))]
[JsonSerializable(typeof(ScreenRequest))]
[JsonSerializable(typeof(ActRequest))]
[JsonSerializable(typeof(ActResponse))]
internal sealed partial class FrameJson : JsonSerializerContext
{
    /// <summary>Gets the context that follows <see cref="JsonRules"/>; <c>Default</c> doesn't.</summary>
    public static FrameJson Context { get; } = new(JsonRules.NewOptions());
}
