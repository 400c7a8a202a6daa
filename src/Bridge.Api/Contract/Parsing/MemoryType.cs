using System.Globalization;
using Bridge.Api.Contract.Errors;

namespace Bridge.Api.Contract.Parsing;

/// <summary>A type of number in memory: its width in bytes, and the range of its values.</summary>
internal sealed record MemoryType(string Name, int Width, long Min, long Max)
{
    private static readonly MemoryType[] All =
    [
        new("u8", 1, 0, byte.MaxValue), new("u16", 2, 0, ushort.MaxValue), new("u32", 4, 0, uint.MaxValue),
        new("i8", 1, sbyte.MinValue, sbyte.MaxValue), new("i16", 2, short.MinValue, short.MaxValue),
        new("i32", 4, int.MinValue, int.MaxValue),
    ];

    private static readonly string[] Comparisons = ["eq", "ne", "lt", "le", "gt", "ge", "mask"];

    /// <summary>Gets all types.</summary>
    public static IReadOnlyList<MemoryType> Types => All;

    /// <summary>Gets the rule for the name of a type that may be left out.</summary>
    public static ChoiceRule Rule { get; } =
        new([.. All.Select(type => type.Name)], "u8", IgnoresCase: true)
        {
            Schema = "MemoryType",
            Description = "A type of number in memory: unsigned or signed, and its bits. Little-endian, at any alignment. A "
                + "field that is a number has its own type, unless another one is given.",
        };

    /// <summary>Gets the rule for the comparison of a guard.</summary>
    public static ChoiceRule ComparisonRule { get; } = new(Comparisons)
    {
        Schema = "GuardComparison",
        Description = "How a value in memory is compared with a number; mask: all of these bits are set.",
    };

    /// <summary>Gets the names, for sentences.</summary>
    public static string Names => Rule.Names;

    /// <exception cref="RequestException">There is no such type.</exception>
    public static MemoryType Parse(string name)
    {
        foreach (var type in All)
        {
            if (type.Name.Equals(name, StringComparison.OrdinalIgnoreCase))
                return type;
        }

        throw Parameters.Refuse("type", name, $"one of {Names}");
    }

    /// <summary>Gets the comparisons of a condition, for sentences.</summary>
    public static string ComparisonNames => ComparisonRule.Names;

    public static bool IsComparison(string name) => ComparisonRule.Accepts(name);

    /// <summary>Parses the name of a type; null: the type of what is at the place if that is known, or else the default.</summary>
    /// <exception cref="RequestException">There is no such type.</exception>
    public static MemoryType ParseOrDefault(string? name, MemoryType? atPlace = null) =>
        name is null && atPlace is not null ? atPlace : Parse(name ?? Rule.Default!);

    /// <summary>Converts the unsigned value on the wire.</summary>
    public long FromWire(uint value) => Min == 0 ? value : Width switch
    {
        1 => (sbyte)value,
        2 => (short)value,
        _ => (int)value,
    };

    /// <summary>Converts a value to the unsigned value on the wire.</summary>
    /// <exception cref="RequestException">The value is out of range.</exception>
    public uint ToWire(long value)
    {
        if (value < Min || value > Max)
            throw Parameters.Refuse("value", value.ToString(CultureInfo.InvariantCulture), $"{Min} to {Max} for {Name}");
        // The lowest bits, which are the two's complement of a negative value.
        return (uint)(value & (uint)((1L << (8 * Width)) - 1));
    }

    /// <summary>Returns the condition on the wire, like <c>eq:3</c>; a mask takes any bits, even for a signed type.</summary>
    /// <exception cref="RequestException">There is no such comparison, or the value is out of range.</exception>
    public string Condition(string comparison, long value)
    {
        if (!IsComparison(comparison))
            throw Parameters.Refuse("is", comparison, $"one of {ComparisonNames}");
        var (min, max) = comparison == "mask" ? (0, (1L << (8 * Width)) - 1) : (Min, Max);
        return value >= min && value <= max
            ? string.Create(CultureInfo.InvariantCulture, $"{comparison}:{value}")
            : throw Parameters.Refuse("value", value.ToString(CultureInfo.InvariantCulture),
                $"{min} to {max} for {comparison} of {Name}");
    }
}
