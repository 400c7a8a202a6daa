namespace Bridge.Api.Documentation;

/// <summary>The query parameters that an endpoint takes; any other is refused by <see cref="QueryGuard"/>.</summary>
internal sealed record AcceptedQuery(IReadOnlyList<ParameterNote> Parameters);
