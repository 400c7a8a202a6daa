using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;

namespace Bridge.Api.Features.Input;

/// <summary>Reads and writes bodies about buttons and sequences as JSON.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(ButtonState))]
[JsonSerializable(typeof(ButtonHold))]
[JsonSerializable(typeof(ButtonsHeld))]
[JsonSerializable(typeof(ButtonsReleased))]
[JsonSerializable(typeof(ButtonPress))]
[JsonSerializable(typeof(PressFinished))]
[JsonSerializable(typeof(PressQueued))]
[JsonSerializable(typeof(SequenceToPlay))]
[JsonSerializable(typeof(SequenceFinished))]
[JsonSerializable(typeof(SequenceNow))]
[JsonSerializable(typeof(SequenceCancelled))]
internal sealed partial class InputJson : JsonSerializerContext
{
    /// <summary>Gets the context that follows <see cref="JsonRules"/>; <c>Default</c> doesn't.</summary>
    public static InputJson Context { get; } = new(JsonRules.NewOptions());
}
