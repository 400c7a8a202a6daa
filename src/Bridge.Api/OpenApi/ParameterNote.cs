namespace Bridge.Api.OpenApi;

/// <summary>
/// Describes a parameter in the OpenAPI document; an empty example means none. The notes on an endpoint's query are also the list of
/// parameters that it accepts.
/// </summary>
internal sealed record ParameterNote(string Name, string Description, string Example, bool Repeats = false);

/// <summary>
/// Maps an argument of the command on the wire to the endpoint's parameter, where the names differ from those in other endpoints.
/// </summary>
internal sealed record ArgumentName(string Argument, string Parameter);

/// <summary>An example of a body, which works unchanged with the bundled ROM.</summary>
internal sealed record BodyExample(string Json);

/// <summary>Another shape of a successful JSON response.</summary>
internal sealed record AlternativeResponse(Type Shape);

/// <summary>The media type of a successful response that is bytes instead of JSON.</summary>
internal sealed record BinaryResponse(string ContentType);
