namespace Bridge.Api.Contract.Parsing;

/// <summary>
/// Describes what a parameter or a member of a body accepts. The parsers check with the same rule that the OpenAPI document shows, so the
/// two can't differ.
/// </summary>
internal abstract record ValueRule
{
    /// <summary>Gets the name of its schema in the document; null: it has none, and is a part of another schema.</summary>
    public string? Schema { get; init; }

    /// <summary>Gets what the document says of that schema; null: what the type says that a body is read into.</summary>
    public string? Description { get; init; }
}

/// <summary>Accepts true or false.</summary>
internal sealed record FlagRule(string Name, bool Default = false) : ValueRule
{
    /// <summary>Parses a query parameter in any case; null: the default.</summary>
    public bool Parse(string? text) => text is null ? Default : Parameters.Flag(text, Name);

    /// <summary>Returns a member's value; null: the default.</summary>
    public bool Of(bool? value) => value ?? Default;
}

/// <summary>Accepts a text. The parser of the text checks its form, which <see cref="Pattern"/> describes.</summary>
internal sealed record TextRule : ValueRule
{
    /// <summary>Gets the form as a regular expression (ECMA-262) for the whole text; null: any.</summary>
    public string? Pattern { get; init; }

    /// <summary>Gets the min number of characters.</summary>
    public int Min { get; init; }

    /// <summary>Gets the max number of characters; null: any.</summary>
    public int? Max { get; init; }

    /// <summary>Returns whether a text has an accepted number of characters.</summary>
    public bool HasLength(string text) => text.Length >= Min && (Max is not { } max || text.Length <= max);
}

/// <summary>Accepts an object of texts, each under a name that the client chooses.</summary>
/// <param name="Name">The rule for the names. The document has it as an extension, because OpenAPI 3.0 has nothing for them.</param>
/// <param name="Value">The rule for each text.</param>
/// <param name="Max">Max members.</param>
internal sealed record MapRule(TextRule Name, TextRule Value, int Max) : ValueRule;

/// <summary>Accepts a list of <see cref="Min"/> to <see cref="Max"/> elements.</summary>
/// <param name="Element">The rule for each element.</param>
/// <param name="Min">Min elements.</param>
/// <param name="Max">Max elements; null: any number.</param>
internal sealed record ListRule(ValueRule Element, int Min = 0, int? Max = null) : ValueRule
{
    /// <summary>Gets whether an element may be null.</summary>
    public bool TakesNull { get; init; }

    /// <summary>Gets whether no two elements may be equal.</summary>
    public bool IsUnique { get; init; }
}
