using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;

namespace Bridge.Api.Features.Events;

/// <summary>Reads and writes events and watches as JSON.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(NewWatch))]
[JsonSerializable(typeof(WatchDescription))]
[JsonSerializable(typeof(WatchList))]
[JsonSerializable(typeof(ImportedWatches))]
[JsonSerializable(typeof(FrameEvent))]
[JsonSerializable(typeof(ButtonsEvent))]
[JsonSerializable(typeof(ResetEvent))]
[JsonSerializable(typeof(RewoundEvent))]
[JsonSerializable(typeof(MarkedEvent))]
[JsonSerializable(typeof(NoteEvent))]
[JsonSerializable(typeof(BreakpointEvent))]
[JsonSerializable(typeof(LostHitsEvent))]
[JsonSerializable(typeof(RumbleEvent))]
[JsonSerializable(typeof(MessageEvent))]
[JsonSerializable(typeof(GameEvent))]
[JsonSerializable(typeof(StateEvent))]
[JsonSerializable(typeof(GapEvent))]
[JsonSerializable(typeof(ValueEvent))]
[JsonSerializable(typeof(BytesEvent))]
[JsonSerializable(typeof(AchievementEvent))]
internal sealed partial class EventJson : JsonSerializerContext
{
    /// <summary>Gets the context that follows <see cref="JsonRules"/>; <c>Default</c> doesn't.</summary>
    public static EventJson Context { get; } = new(JsonRules.NewOptions());
}
