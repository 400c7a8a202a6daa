using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;
using Bridge.Api.Features.Emulators;

namespace Bridge.Api.Features.Events;

/// <summary>A frame was emulated.</summary>
internal sealed record FrameEvent(long Frame);

/// <summary>The buttons that the game sees from now on.</summary>
internal sealed record ButtonsEvent(IReadOnlyList<string> Down, long Frame);

/// <summary>The frame number jumped, because of a reset, a loaded state or rewinding.</summary>
internal sealed record ResetEvent(long Frame, long Before);

/// <summary>The game returned to the frame Now of its history from the frame Before. Frame is the frame number of Now.</summary>
internal sealed record RewoundEvent(long Now, long Before, long Frame);

/// <summary>The frame At of the history was marked, in the frame with the number Frame.</summary>
internal sealed record MarkedEvent(string Name, long At, long Frame);

/// <summary>A text was put at the frame At of the history, which has the number Frame. Without a history both are the same.</summary>
internal sealed record NoteEvent(string Text, long At, long Frame);

/// <summary>
/// A breakpoint was hit: what the game did, in which frame and cycle of it, the instruction (pc) and the address. Size and Value are of a
/// read or a write, Before of a write. Dma: not the processor did. Registers are those of that moment. PcSymbol is the nearest name of pc,
/// Symbol that of the address, if the game has symbols.
/// </summary>
internal sealed record BreakpointEvent(
    int Id, string On, long Frame, long Cycle, string Pc, string Address,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? Size,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Before,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Value,
    bool Dma, IReadOnlyDictionary<string, long> Registers)
{
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? PcSymbol { get; init; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Symbol { get; init; }
}

/// <summary>Breakpoints were hit more often in a frame than the emulator tells: how often besides.</summary>
internal sealed record LostHitsEvent(long Lost, long Frame);

/// <summary>The motor in the cartridge started or stopped.</summary>
internal sealed record RumbleEvent(bool On, long Frame);

/// <summary>A client shows the player a message for Frames. Drawn: the pictures have it.</summary>
internal sealed record MessageEvent(string Text, int Frames, bool Drawn, long Frame);

/// <summary>Another game runs, or no game.</summary>
internal sealed record GameEvent(GameDescription? Game, long Frame);

/// <summary>The emulator's state changed; spelled as in GET /emulators/{emulator}.</summary>
internal sealed record StateEvent(string State);

/// <summary>Events were lost: their number, or null if unknown.</summary>
internal sealed record GapEvent(long? Lost);

/// <summary>
/// A watched value changed; null: it can't be read, because a pointer in its chain is invalid. Symbol is the nearest name of the address.
/// </summary>
internal sealed record ValueEvent(
    int Id, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Name, string? Address,
    long? Value, long? Previous, long Frame, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Symbol);

/// <summary>
/// Watched bytes changed; null: they can't be read, because a pointer in their chain is invalid. Symbol is the nearest name of the address.
/// </summary>
internal sealed record BytesEvent(
    int Id, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Name, string? Address,
    [property: JsonConverter(typeof(HexBytes))] ReadOnlyMemory<byte>? Hex,
    [property: JsonConverter(typeof(HexBytes))] ReadOnlyMemory<byte>? Previous, long Frame,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Symbol);

/// <summary>
/// The conditions of a watched achievement hold (1), or no longer (0); null: they can't be evaluated, because this game lacks an address.
/// </summary>
internal sealed record AchievementEvent(
    int Id, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Name, string Achievement,
    long? Value, long? Previous, long Frame);
