using Bridge.Api.Contract.Parsing;

namespace Bridge.Api.Contract.OpenApi;

/// <summary>The query parameters that an endpoint takes; the server's guard refuses all others.</summary>
internal sealed record AcceptedQuery(ParameterNote[] Parameters)
{
    /// <summary>Returns the note on the parameter of this name, in any case; null if there is none.</summary>
    public ParameterNote? Find(ReadOnlySpan<char> name)
    {
        foreach (var parameter in Parameters)
        {
            if (name.Equals(parameter.Name, StringComparison.OrdinalIgnoreCase))
                return parameter;
        }

        return null;
    }
}
