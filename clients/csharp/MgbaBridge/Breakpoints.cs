using System.Text.Json.Serialization;

namespace MgbaBridge;

/// <summary>A condition of a breakpoint: a number compares with a value, unsigned.</summary>
/// <param name="Is">eq, ne, lt, le, gt or ge.</param>
/// <param name="Value">What it is compared with, 32 bits.</param>
/// <param name="Mask">The bits that are compared; null: all.</param>
/// <param name="Register">The register that has the number; null: what was read or written.</param>
public sealed record BreakpointCondition(string Is, long Value, long? Mask = null, string? Register = null);

/// <summary>A breakpoint.</summary>
/// <param name="Id">Its id.</param>
/// <param name="Address">The first address on the bus.</param>
/// <param name="Length">The number of bytes.</param>
/// <param name="On">read, write, access, change or execute.</param>
/// <param name="If">Its condition; null: none.</param>
/// <param name="Limit">The hits after which it no longer acts; null: none.</param>
/// <param name="StopSeconds">How long a hit stops the game, unless it is told to continue; null: it goes on.</param>
/// <param name="Hits">The hits so far.</param>
public sealed record Breakpoint(
    uint Id, uint Address, long Length, string On, BreakpointCondition? If, int? Limit, double? StopSeconds, long Hits)
{
    /// <summary>Gets the nearest name of the address; null: none.</summary>
    public string? Symbol { get; init; }
}

/// <summary>Where a game is stopped.</summary>
/// <param name="Pc">The address of the instruction that it runs next.</param>
/// <param name="On">read, write, execute or step.</param>
/// <param name="Frame">The frame.</param>
/// <param name="Cycle">Cycles since the frame began.</param>
/// <param name="Breakpoint">The id of the breakpoint; null: it stopped after a step or a request to stop.</param>
/// <param name="Instruction">The address of the instruction that read or wrote; null: it did neither.</param>
/// <param name="Address">What it read or wrote.</param>
/// <param name="Before">What was there before a write.</param>
/// <param name="Value">What was read or written.</param>
/// <param name="Registers">The registers by name.</param>
/// <param name="SecondsLeft">After this time the game goes on by itself.</param>
public sealed record GameStop(
    uint Pc, string On, long Frame, long Cycle, uint? Breakpoint, uint? Instruction, uint? Address, long? Before, long? Value,
    IReadOnlyDictionary<string, long> Registers, double SecondsLeft);

internal sealed record NewBreakpointJson(
    string Address, string On, int? Length, BreakpointCondition? If, int? Limit, string? Then, double? StopSeconds);

internal sealed record BreakpointJson(
    uint Id, string Address, long Length, string On, BreakpointCondition? If, int? Limit, double? StopSeconds, long Hits)
{
    [JsonIgnore]
    public Breakpoint Breakpoint =>
        new(Id, Convert.ToUInt32(Address, 16), Length, On, If, Limit, StopSeconds, Hits) { Symbol = Symbol };

    public string? Symbol { get; init; }
}

internal sealed record StopJson(
    string Pc, string On, long Frame, long Cycle, uint? Breakpoint, string? Instruction, string? Address, long? Before, long? Value,
    IReadOnlyDictionary<string, long> Registers, double SecondsLeft)
{
    [JsonIgnore]
    public GameStop Stop => new(
        Convert.ToUInt32(Pc, 16), On, Frame, Cycle, Breakpoint, Number(Instruction), Number(Address), Before, Value, Registers,
        SecondsLeft);

    private static uint? Number(string? text) => text is null ? null : Convert.ToUInt32(text, 16);
}

internal sealed record BreakpointListJson(IReadOnlyList<BreakpointJson> Breakpoints, StopJson? Stop);

internal sealed record StopGameJson(double? StopSeconds, int? TimeoutFrames);

internal sealed record InstructionStepJson(int Instructions, int? TimeoutFrames);

internal sealed record RunUntilJson(
    string Address, string On, int? Length, BreakpointCondition? If, int? TimeoutFrames, double? StopSeconds);

internal sealed record StoppedJson(StopJson? Stop);

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(NewBreakpointJson))]
[JsonSerializable(typeof(BreakpointJson))]
[JsonSerializable(typeof(BreakpointListJson))]
[JsonSerializable(typeof(StopGameJson))]
[JsonSerializable(typeof(InstructionStepJson))]
[JsonSerializable(typeof(RunUntilJson))]
[JsonSerializable(typeof(StoppedJson))]
internal sealed partial class BreakpointsJson : JsonSerializerContext;
