using System.Text.Json.Serialization;

namespace Bridge.Api.Features.Inspection;

/// <summary>
/// The last write of the game to a range, in frames of the history from From to To; Write is not there if there was none. Since: the
/// memory has another value at the end of these frames, so that a client or a loaded state wrote it.
/// </summary>
internal sealed record LastWriterResponse(
    long From, long To,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] WriteFound? Write, bool Since);

/// <summary>
/// A write: its frame in the history (At) and cycle of it, the instruction (Pc), the address, the size in bytes, the values and the
/// registers. Dma: not the processor did. PcSymbol is the nearest name of the instruction.
/// </summary>
internal sealed record WriteFound(
    long At, long Cycle, string Pc, string Address, int Size, long Before, long Value, bool Dma,
    IReadOnlyDictionary<string, long> Registers)
{
    /// <summary>Gets the nearest name of Pc.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? PcSymbol { get; init; }
}

/// <summary>
/// The code that ran in frames of the history from From to To, as ranges of addresses, and how many instructions did. More: further ranges,
/// which are left out.
/// </summary>
internal sealed record CoverageResponse(
    long From, long To, long Instructions, long Bytes, IReadOnlyList<CodeRange> Ranges, long More);

/// <summary>A range of code on the bus; in the ROM of a Game Boy from 0x4000 on with its bank.</summary>
internal sealed record CodeRange(
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? Bank, string First, string Last);

/// <summary>Instructions that ran in a frame of the history, in their order.</summary>
internal sealed record TraceResponse(long At, IReadOnlyList<TracedInstruction> Instructions);

/// <summary>
/// An instruction: in which frame of the history (At) and cycle of it, its address, its bytes in the order of memory, what it does, and the
/// registers before it, where they were asked for. Symbol is the nearest name of its address.
/// </summary>
internal sealed record TracedInstruction(
    long At, long Cycle, string Address, string Mode, string Hex, string Text,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyDictionary<string, long>? Registers,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Symbol = null);
