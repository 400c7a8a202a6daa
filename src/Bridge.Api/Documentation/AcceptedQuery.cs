namespace Bridge.Api.Documentation;

/// <summary>The query parameters that an endpoint takes; any other is refused by <see cref="QueryGuard"/>.</summary>
internal sealed record AcceptedQuery(ParameterNote[] Parameters)
{
    public bool Contains(string name)
    {
        foreach (var parameter in Parameters)
        {
            if (parameter.Name.Equals(name, StringComparison.OrdinalIgnoreCase))
                return true;
        }

        return false;
    }
}
