namespace Bridge.Api.Memory;

/// <summary>
/// What a search keeps: the values that stand in <see cref="Relation"/> to a given one, or to what they were at the search before.
/// </summary>
/// <param name="Name">As requests spell it.</param>
/// <param name="Relation">Of the value in memory to the other one.</param>
/// <param name="Negated">Keeps those that do not stand in it.</param>
/// <param name="With">What the other one is.</param>
internal sealed record Comparison(string Name, Relation Relation, bool Negated, Operand With)
{
    private static readonly Comparison[] All =
    [
        new("eq", Relation.Equal, false, Operand.Value), new("ne", Relation.Equal, true, Operand.Value),
        new("lt", Relation.Less, false, Operand.Value), new("le", Relation.Greater, true, Operand.Value),
        new("gt", Relation.Greater, false, Operand.Value), new("ge", Relation.Less, true, Operand.Value),
        new("changed", Relation.Equal, true, Operand.Before), new("unchanged", Relation.Equal, false, Operand.Before),
        new("increased", Relation.Greater, false, Operand.Before), new("decreased", Relation.Less, false, Operand.Before),
        new("any", Relation.Any, false, Operand.None),
    ];

    /// <summary>The names, for sentences.</summary>
    public static string Names { get; } = string.Join(", ", All.Select(comparison => comparison.Name));

    /// <summary>The names of those that want a value, for sentences.</summary>
    public static string NamesWithValue { get; } =
        string.Join(", ", All.Where(comparison => comparison.With == Operand.Value).Select(comparison => comparison.Name));

    /// <summary>The comparison of this name, in any case; null when there is none.</summary>
    public static Comparison? Find(string name) =>
        All.FirstOrDefault(comparison => comparison.Name.Equals(name, StringComparison.OrdinalIgnoreCase));
}

/// <summary>How one number stands to another.</summary>
internal enum Relation
{
    Any,
    Equal,
    Less,
    Greater,
}

/// <summary>What the numbers in memory are compared with.</summary>
internal enum Operand
{
    None,
    Value,
    Before,
}
