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
