namespace Bridge.Api.OpenApi;

/// <summary>
/// What the OpenAPI document says of a parameter; an empty example is none. The notes on an endpoint's query are also the list
/// of what it accepts.
/// </summary>
internal sealed record ParameterNote(string Name, string Description, string Example, bool Repeats = false);

/// <summary>
/// How an argument of the command on the wire is called among the endpoint's parameters, where it isn't called the same everywhere.
/// </summary>
internal sealed record ArgumentName(string Argument, string Parameter);

/// <summary>An example of a body that works unchanged with the bundled ROM.</summary>
internal sealed record BodyExample(string Json);

/// <summary>Another shape that a success may have in JSON.</summary>
internal sealed record AlternativeResponse(Type Shape);

/// <summary>A type in which a success is bytes and not JSON.</summary>
internal sealed record BinaryResponse(string ContentType);
