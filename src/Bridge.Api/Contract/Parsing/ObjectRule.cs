namespace Bridge.Api.Contract.Parsing;

/// <summary>A member of a body.</summary>
/// <param name="Name">Its name in JSON.</param>
/// <param name="Rule">What it accepts.</param>
/// <param name="IsRequired">Whether a body without it, or with null, is refused.</param>
internal sealed record MemberRule(string Name, ValueRule Rule, bool IsRequired = false);

/// <summary>Accepts an object with these members and no others.</summary>
/// <param name="Type">The type that it is read into. Its name is that of the schema in the document, unless the rule names one.</param>
/// <param name="Members">Its members: those of the type.</param>
internal sealed record ObjectRule(Type Type, params MemberRule[] Members) : ValueRule
{
    /// <summary>
    /// Gets which combinations of members are refused, each a JSON Schema that no accepted object matches. <c>required</c> in them means
    /// that a member is present and not null.
    /// </summary>
    public string[] Never { get; init; } = [];

    /// <summary>
    /// Gets whether its member <c>value</c> must be in the range of its member <c>type</c>; <c>is: mask</c> takes unsigned numbers.
    /// </summary>
    public bool HasValueOfType { get; init; }
}

/// <summary>Accepts an object with any members, which other code checks.</summary>
internal sealed record AnyObjectRule : ValueRule;

/// <summary>Accepts true, false or an object.</summary>
/// <param name="Flag">The rule for true and false.</param>
/// <param name="Object">The rule for an object.</param>
internal sealed record FlagOrObjectRule(FlagRule Flag, ObjectRule Object) : ValueRule;

/// <summary>Accepts one of several objects, which one of their members tells apart.</summary>
/// <param name="Type">The type that they are all read into.</param>
/// <param name="Member">The member that tells them apart.</param>
/// <param name="Cases">The values of that member, each with its object.</param>
internal sealed record UnionRule(Type Type, string Member, params (string Value, ObjectRule Object)[] Cases) : ValueRule;
