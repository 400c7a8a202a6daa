using Bridge.Api.Contract.Parsing;

namespace Bridge.Api.Contract.OpenApi;

/// <summary>
/// Describes a parameter in the OpenAPI document; an empty example means none. The notes on an endpoint's query are also the list of
/// parameters that it accepts.
/// </summary>
internal sealed record ParameterNote(string Name, string Description, string Example, bool Repeats = false)
{
    /// <summary>Gets the rule that its parser checks it with.</summary>
    public ValueRule? Rule { get; init; }

    /// <summary>Gets whether a request without it is refused. A parameter in a path always is required.</summary>
    public bool IsRequired { get; init; }
}

/// <summary>An example of a body, which works unchanged with the bundled ROM.</summary>
internal sealed record BodyExample(string Json);

/// <summary>The rule that the parser of a body checks it with.</summary>
internal sealed record BodyRule(ValueRule Rule);

/// <summary>Another shape of a successful JSON response.</summary>
internal sealed record AlternativeResponse(Type Shape);

/// <summary>The media type of a successful response that is bytes instead of JSON.</summary>
internal sealed record BinaryResponse(string ContentType);

/// <summary>The problems that an endpoint responds with, besides those of every endpoint.</summary>
internal sealed record PossibleProblems(Contract.Errors.ProblemType[] Types);

/// <summary>
/// Parameters of which a request may have only one. OpenAPI can't say that of parameters, so the document has it as x-one-of.
/// </summary>
internal sealed record OnlyOneOf(params string[] Parameters);
