namespace Bridge.Api.Contract.OpenApi;

/// <summary>Maps an argument of a command (docs/protocol/commands.md) to the parameter of the endpoint, where their names differ.</summary>
internal sealed record ArgumentName(string Argument, string Parameter)
{
    /// <summary>Returns the name that the endpoint has for an argument. In a batch, the operation's index precedes it: [2].mask.</summary>
    public static string? InHttp(Endpoint? endpoint, string? argument)
    {
        var begin = (argument?.LastIndexOf('.') ?? -1) + 1;
        return endpoint?.Metadata.GetOrderedMetadata<ArgumentName>().LastOrDefault(name => name.Argument == argument?[begin..]) is { } known
            ? argument?[..begin] + known.Parameter
            : argument;
    }
}
