using Bridge.Api.Contract.Parsing;

namespace Bridge.Api.Features.Memory;

/// <summary>
/// Decides which values a search keeps: those in <see cref="Relation"/> to a given value, or to their value at the previous search.
/// </summary>
/// <param name="Name">The name in requests.</param>
/// <param name="Relation">The relation of the value in memory to the other value.</param>
/// <param name="Negated">Whether to keep the values that are not in this relation.</param>
/// <param name="With">The other value.</param>
internal sealed record Comparison(string Name, Relation Relation, bool Negated, Operand With)
{
    // le is "not greater", ge "not less", so that three relations are enough.
    private static readonly Comparison[] All =
    [
        new("eq", Relation.Equal, false, Operand.Value), new("ne", Relation.Equal, true, Operand.Value),
        new("lt", Relation.Less, false, Operand.Value), new("le", Relation.Greater, true, Operand.Value),
        new("gt", Relation.Greater, false, Operand.Value), new("ge", Relation.Less, true, Operand.Value),
        new("changed", Relation.Equal, true, Operand.Before), new("unchanged", Relation.Equal, false, Operand.Before),
        new("increased", Relation.Greater, false, Operand.Before), new("decreased", Relation.Less, false, Operand.Before),
        new("any", Relation.Any, false, Operand.None),
    ];

    /// <summary>Gets the rule for a name.</summary>
    public static ChoiceRule Rule { get; } =
        new([.. All.Select(comparison => comparison.Name)], IgnoresCase: true)
        {
            Schema = "SearchComparison",
            Description = "How a search compares each value: with a number, or with the value at the previous search.",
        };

    /// <summary>Gets the names, for sentences.</summary>
    public static string Names => Rule.Names;

    /// <summary>Gets the names of the comparisons that take a value, for sentences.</summary>
    public static string NamesWithValue { get; } = string.Join(", ", NamesWith(Operand.Value));

    /// <summary>Returns the names of the comparisons with this operand.</summary>
    public static IEnumerable<string> NamesWith(Operand operand) =>
        All.Where(comparison => comparison.With == operand).Select(comparison => comparison.Name);

    /// <summary>Returns the comparison of this name, in any case; null if there is none.</summary>
    public static Comparison? Find(string name) =>
        All.FirstOrDefault(comparison => comparison.Name.Equals(name, StringComparison.OrdinalIgnoreCase));
}

/// <summary>The relation of one number to another.</summary>
internal enum Relation
{
    Any,
    Equal,
    Less,
    Greater,
}

/// <summary>The operand that the numbers in memory are compared with.</summary>
internal enum Operand
{
    None,
    Value,
    Before,
}
