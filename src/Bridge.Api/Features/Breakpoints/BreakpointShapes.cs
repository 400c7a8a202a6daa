using System.Text.Json.Serialization;

namespace Bridge.Api.Features.Breakpoints;

/// <summary>
/// A breakpoint to set: a range of memory, what counts there, on which condition, after how many hits it no longer acts, and whether a hit
/// stops the game, and for how many seconds at most.
/// </summary>
internal sealed record NewBreakpoint(
    string? Address = null, string? On = null, int? Length = null, NewBreakpointCondition? If = null, int? Limit = null,
    string? Then = null, double? StopSeconds = null);

/// <summary>A number compares with a value: what was read or written, or a register.</summary>
internal sealed record NewBreakpointCondition(string? Is = null, long? Value = null, long? Mask = null, string? Register = null);

/// <summary>The condition of a breakpoint: after the mask, what was read or written, or a register, compares with the value.</summary>
internal sealed record BreakpointCondition(
    string Is, long Value, long Mask, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Register);

/// <summary>A breakpoint, and how often it was hit. symbol is the nearest name, if the game has symbols.</summary>
internal sealed record BreakpointDescription(
    int Id, string Address, long Length, string On,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] BreakpointCondition? If,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? Limit, string Then,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] double? StopSeconds, long Hits)
{
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Symbol { get; init; }
}

/// <summary>All breakpoints of an emulator, oldest first, and where its game is stopped.</summary>
internal sealed record BreakpointList(
    IReadOnlyList<BreakpointDescription> Breakpoints,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] StopDescription? Stop, long Frame);
