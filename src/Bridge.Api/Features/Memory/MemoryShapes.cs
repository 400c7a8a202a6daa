using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;

namespace Bridge.Api.Features.Memory;

/// <summary>A value read from memory. symbol is the nearest name, if the game has symbols.</summary>
internal sealed record MemoryValue(
    string Address, string Type, long Value, long Frame,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Domain,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Chain,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Symbol);

/// <summary>Bytes read from memory, two hexadecimal digits each.</summary>
internal sealed record MemoryBytes(
    string Address, int Length, [property: JsonConverter(typeof(HexBytes))] ReadOnlyMemory<byte> Hex, long Frame,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Domain,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Chain,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Symbol);

/// <summary>A value to write; type defaults to u8.</summary>
internal sealed record MemoryWrite(long? Value, string? Type = null);

/// <summary>The result of a write: the address, the number of bytes, the frame.</summary>
internal sealed record MemoryWritten(
    string Address, int Length, long Frame, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Domain,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Chain,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Symbol);

/// <summary>The memory domains of the running game.</summary>
internal sealed record MemoryDomains(IReadOnlyList<DomainDescription> Domains, long Frame);

/// <summary>A memory domain: mGBA's name for it, its address on the bus, its size in bytes.</summary>
internal sealed record DomainDescription(string Name, string Base, long Size);
