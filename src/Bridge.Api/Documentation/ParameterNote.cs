namespace Bridge.Api.Documentation;

/// <summary>What the OpenAPI document says of a parameter. The notes on an endpoint's query are also the list of what it accepts.</summary>
internal sealed record ParameterNote(string Name, string Description, string Example);

/// <summary>An example of a body that works against the bundled ROM as it stands.</summary>
internal sealed record BodyExample(string Json);
