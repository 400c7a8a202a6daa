using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;

namespace Bridge.Api.Features.Disassembly;

/// <summary>Instructions that follow each other in memory, in the mode arm, thumb or sm83.</summary>
internal sealed record DisassemblyResponse(string Mode, IReadOnlyList<DisassembledInstruction> Instructions, long Frame);

/// <summary>
/// An instruction: where it is on the bus, its bytes in the order of memory, and what it does. symbol is the nearest name of its address,
/// targetSymbol that of the address to which it branches, if the game has symbols.
/// </summary>
internal sealed record DisassembledInstruction(
    string Address, [property: JsonConverter(typeof(HexBytes))] ReadOnlyMemory<byte> Hex, string Text,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Symbol,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? TargetSymbol);

/// <summary>Where the processor runs next (Pc), and the calls that led there, as far as the stack shows them, the latest first.</summary>
internal sealed record CallStackResponse(string Pc, IReadOnlyList<CallDescription> Calls, long Frame);

/// <summary>
/// A call: the instruction that called, where it goes on, where that address is on the stack (without At in lr), and the nearest name of
/// the instruction, if the game has symbols.
/// </summary>
internal sealed record CallDescription(
    string Call, string ReturnsTo,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? At,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Symbol);
