using System.Text.Json.Serialization;

namespace Bridge.Api.Features.Breakpoints;

/// <summary>
/// Where a game is stopped: before the instruction at Pc, in a frame and cycle of it, by a breakpoint or after a step. Of a read or write,
/// Instruction did it, and Address, Size, Value and, of a write, Before say what. It goes on by itself after SecondsLeft. PcSymbol and
/// Symbol are the nearest names.
/// </summary>
internal sealed record StopDescription(
    string Pc, string On, long Frame, long Cycle,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? Breakpoint,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Instruction,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Address,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? Size,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Before,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Value,
    bool Dma, IReadOnlyDictionary<string, long> Registers, double SecondsLeft)
{
    /// <summary>Gets the nearest name of Pc.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? PcSymbol { get; init; }

    /// <summary>Gets the nearest name of Address.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Symbol { get; init; }
}

/// <summary>For how many seconds a game is stopped, and the frames to wait for that.</summary>
internal sealed record StopRequest(double? StopSeconds = null, int? TimeoutFrames = null);

/// <summary>Instructions of a stopped game to run, and the frames to wait for that.</summary>
internal sealed record InstructionStep(int? Instructions = null, int? TimeoutFrames = null);

/// <summary>What a game runs until: a use of memory, on a condition, and the frames to wait for it.</summary>
internal sealed record RunUntilRequest(
    string? Address = null, string? On = null, int? Length = null, NewBreakpointCondition? If = null, int? TimeoutFrames = null,
    double? StopSeconds = null);

/// <summary>Whether the game has stopped, and where.</summary>
internal sealed record StopResponse(
    bool Stopped, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] StopDescription? Stop, long Frame);
