using System.Text.Json.Serialization;

namespace MgbaBridge;

/// <summary>A call on the stack.</summary>
/// <param name="Call">The address of the instruction that called.</param>
/// <param name="ReturnsTo">The address where the caller goes on.</param>
/// <param name="At">Where the return address is on the stack; null: in the register lr.</param>
public readonly record struct StackCall(uint Call, uint ReturnsTo, uint? At);

/// <summary>The last write to memory.</summary>
/// <param name="At">Its frame in the history.</param>
/// <param name="Cycle">Cycles since that frame began.</param>
/// <param name="Pc">The address of the instruction.</param>
/// <param name="Address">What it wrote.</param>
/// <param name="Size">1, 2 or 4 bytes.</param>
/// <param name="Before">What was there before.</param>
/// <param name="Value">What was written.</param>
/// <param name="Registers">The registers by name.</param>
/// <param name="Since">Whether the memory has another value now, so that a client or a loaded state wrote it.</param>
public sealed record LastWrite(
    long At, long Cycle, uint Pc, uint Address, int Size, long Before, long Value, IReadOnlyDictionary<string, long> Registers, bool Since);

/// <summary>A range of code that ran.</summary>
/// <param name="Bank">The bank of a Game Boy's ROM, from 1; null: none.</param>
/// <param name="First">Its first address on the bus.</param>
/// <param name="Last">Its last one.</param>
public readonly record struct CodeRange(int? Bank, uint First, uint Last);

/// <summary>The code that ran.</summary>
/// <param name="Instructions">How many instructions did.</param>
/// <param name="Ranges">Where they are.</param>
/// <param name="More">Further ranges, which are left out.</param>
public sealed record Coverage(long Instructions, IReadOnlyList<CodeRange> Ranges, long More);

/// <summary>An instruction that ran.</summary>
/// <param name="At">Its frame in the history.</param>
/// <param name="Cycle">Cycles since that frame began.</param>
/// <param name="Address">Where it is.</param>
/// <param name="Bytes">Its bytes.</param>
/// <param name="Text">What it does.</param>
/// <param name="Registers">The registers before it by name; null: they were not asked for.</param>
public sealed record TracedInstruction(
    long At, long Cycle, uint Address, ReadOnlyMemory<byte> Bytes, string Text, IReadOnlyDictionary<string, long>? Registers);

internal sealed record CallJson(string Call, string ReturnsTo, string? At)
{
    [JsonIgnore]
    public StackCall StackCall =>
        new(Convert.ToUInt32(Call, 16), Convert.ToUInt32(ReturnsTo, 16), At is null ? null : Convert.ToUInt32(At, 16));
}

internal sealed record CallStackJson(IReadOnlyList<CallJson> Calls);

internal sealed record LastWriteJson(
    long At, long Cycle, string Pc, string Address, int Size, long Before, long Value, IReadOnlyDictionary<string, long> Registers);

internal sealed record LastWriterJson(LastWriteJson? Write, bool Since)
{
    [JsonIgnore]
    public LastWrite? LastWrite => Write is null ? null : new LastWrite(
        Write.At, Write.Cycle, Convert.ToUInt32(Write.Pc, 16), Convert.ToUInt32(Write.Address, 16), Write.Size, Write.Before, Write.Value,
        Write.Registers, Since);
}

internal sealed record RangeJson(int? Bank, string First, string Last);

internal sealed record CoverageJson(long Instructions, IReadOnlyList<RangeJson> Ranges, long More);

internal sealed record TracedJson(
    long At, long Cycle, string Address, string Hex, string Text, IReadOnlyDictionary<string, long>? Registers);

internal sealed record TraceJson(IReadOnlyList<TracedJson> Instructions);

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(CallStackJson))]
[JsonSerializable(typeof(LastWriterJson))]
[JsonSerializable(typeof(CoverageJson))]
[JsonSerializable(typeof(TraceJson))]
internal sealed partial class InspectionsJson : JsonSerializerContext;
