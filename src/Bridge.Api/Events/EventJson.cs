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
    public static EventJson Context => Holder.Context;

    // A class of its own: the order in which two parts of one class set up their static members is not defined.
    private static class Holder
    {
        public static readonly EventJson Context = new(JsonRules.NewOptions());
    }
}
