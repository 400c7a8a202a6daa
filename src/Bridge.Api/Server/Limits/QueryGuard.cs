using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.WebUtilities;

namespace Bridge.Api.Server.Limits;

/// <summary>
/// Parses the query, and refuses one that is too long, and parameters that are unknown or repeated, so that none is silently ignored.
/// </summary>
internal sealed class QueryGuard(RequestDelegate next)
{
    public Task InvokeAsync(HttpContext context)
    {
        if (context.GetEndpoint()?.Metadata.GetMetadata<AcceptedQuery>() is not { } accepted)
            return next(context);
        var query = context.Request.QueryString;
        if (query.Value is { Length: > HttpLimits.QueryCharacters and var length })
        {
            return Problem.WriteAsync(context, ProblemTypes.TooLong, string.Create(CultureInfo.InvariantCulture,
                $"The query must be at most {HttpLimits.QueryCharacters:N0} characters; got {length:N0}. A long text goes in a body, like "
                + $"that of POST /mgbaendpoint."));
        }

        var parsed = query.HasValue ? new ParsedQuery() : ParsedQuery.Empty;
        foreach (var pair in new QueryStringEnumerable(query.Value))
        {
            var name = pair.DecodeName().Span;
            if (accepted.Find(name) is not { } parameter)
                return Refuse(context, Parameters.Shorten(name.ToString()), accepted);
            parsed.Add(parameter, pair.DecodeValue().ToString());
        }

        if (parsed.FindRepeated(accepted) is { Name: var repeated })
            return Problem.WriteAsync(context, ProblemTypes.InvalidParameter,
                $"{repeated} may be given only once; got {parsed[repeated].Count}.", repeated);
        context.Features.Set<IQueryFeature>(parsed);
        return next(context);
    }

    private static Task Refuse(HttpContext context, string name, AcceptedQuery accepted)
    {
        // In a name like ticket%3DSECRET, the rest is the secret.
        if (name.StartsWith(TicketParameter.Name, StringComparison.OrdinalIgnoreCase))
            name = TicketParameter.Name;
        var known = accepted.Parameters.Length == 0
            ? "takes no parameters"
            : $"takes {string.Join(", ", accepted.Parameters.Select(parameter => parameter.Name))}";
        return Problem.WriteAsync(context, ProblemTypes.UnknownParameter,
            $"Unknown query parameter \"{name}\"; {context.Request.Method} {context.Request.Path} {known}.", name);
    }
}
