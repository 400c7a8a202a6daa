using System.Text.Json.Serialization;
using Bridge.Api.Json;

namespace Bridge.Api.Input;

/// <summary>How bodies about buttons and sequences are read and written.</summary>
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
    /// <summary>By the rules of all bodies, which <c>Default</c> doesn't know.</summary>
    public static InputJson Context { get; } = new(JsonRules.NewOptions());
}
