using System.Text.Json.Serialization;
using Bridge.Api.Json;

namespace Bridge.Api.Events;

/// <summary>How events and watches are read and written.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(NewWatch))]
[JsonSerializable(typeof(WatchDescription))]
[JsonSerializable(typeof(WatchList))]
[JsonSerializable(typeof(FrameEvent))]
[JsonSerializable(typeof(ButtonsEvent))]
[JsonSerializable(typeof(ResetEvent))]
[JsonSerializable(typeof(GameEvent))]
[JsonSerializable(typeof(StateEvent))]
[JsonSerializable(typeof(GapEvent))]
[JsonSerializable(typeof(ValueEvent))]
[JsonSerializable(typeof(BytesEvent))]
internal sealed partial class EventJson : JsonSerializerContext
{
    /// <summary>By the rules of all bodies, which <c>Default</c> doesn't know.</summary>
    public static EventJson Context { get; } = new(JsonRules.NewOptions());
}
