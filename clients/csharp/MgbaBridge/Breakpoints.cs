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
/// <param name="Hits">The hits so far.</param>
public sealed record Breakpoint(uint Id, uint Address, long Length, string On, BreakpointCondition? If, int? Limit, long Hits)
{
    /// <summary>Gets the nearest name of the address; null: none.</summary>
    public string? Symbol { get; init; }
}

internal sealed record NewBreakpointJson(string Address, string On, int? Length, BreakpointCondition? If, int? Limit);

internal sealed record BreakpointJson(uint Id, string Address, long Length, string On, BreakpointCondition? If, int? Limit, long Hits)
{
    [JsonIgnore]
    public Breakpoint Breakpoint => new(Id, Convert.ToUInt32(Address, 16), Length, On, If, Limit, Hits) { Symbol = Symbol };

    public string? Symbol { get; init; }
}

internal sealed record BreakpointListJson(IReadOnlyList<BreakpointJson> Breakpoints);

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(NewBreakpointJson))]
[JsonSerializable(typeof(BreakpointJson))]
[JsonSerializable(typeof(BreakpointListJson))]
internal sealed partial class BreakpointsJson : JsonSerializerContext;
