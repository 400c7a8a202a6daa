using System.Text.Json.Serialization;
using Bridge.Api.Emulators;
using Bridge.Api.Json;

namespace Bridge.Api.Events;

/// <summary>A frame was emulated.</summary>
internal sealed record FrameEvent(long Frame);

/// <summary>The buttons that the game sees from now on.</summary>
internal sealed record ButtonsEvent(IReadOnlyList<string> Down, long Frame);

/// <summary>Frames are counted from elsewhere: a reset, a loaded state, rewinding.</summary>
internal sealed record ResetEvent(long Frame, long Before);

/// <summary>Another game runs, or none.</summary>
internal sealed record GameEvent(GameDescription? Game, long Frame);

/// <summary>The emulator's state, as GET /emulators/{emulator} tells it.</summary>
internal sealed record StateEvent(string State);

/// <summary>Events were lost: their number, or null when it is unknown.</summary>
internal sealed record GapEvent(long? Lost);

/// <summary>A watched value is another one; null: it can't be read, because a chain leads nowhere.</summary>
internal sealed record ValueEvent(
    int Id, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Name, string? Address,
    long? Value, long? Previous, long Frame);

/// <summary>Watched bytes are others; null: they can't be read, because a chain leads nowhere.</summary>
internal sealed record BytesEvent(
    int Id, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Name, string? Address,
    [property: JsonConverter(typeof(HexBytes))] ReadOnlyMemory<byte>? Hex,
    [property: JsonConverter(typeof(HexBytes))] ReadOnlyMemory<byte>? Previous, long Frame);
