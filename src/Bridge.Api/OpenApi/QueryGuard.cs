using System.Globalization;
using Bridge.Api.Errors;
using Bridge.Api.Http;
using Microsoft.AspNetCore.WebUtilities;

namespace Bridge.Api.OpenApi;

/// <summary>
/// Refuses queries that are too long for the endpoint, and parameters that are unknown or repeated, so that none is silently
/// ignored.
/// </summary>
internal sealed class QueryGuard(RequestDelegate next)
{
    public Task InvokeAsync(HttpContext context)
    {
        if (context.Request.QueryString.Value is { Length: > 0 } query && context.GetEndpoint()?.Metadata is { } endpoint
            && endpoint.GetMetadata<AcceptedQuery>() is { } accepted)
        {
            if (query.Length > HttpLimits.QueryCharacters && endpoint.GetMetadata<LongQuery>() is null)
            {
                return Problem.WriteAsync(context, ProblemTypes.TooLong, string.Create(CultureInfo.InvariantCulture,
                    $"The query must be at most {HttpLimits.QueryCharacters:N0} characters; got {query.Length:N0}."));
            }

            var several = query.Contains('&');
            // Not the request's own collection, which costs each request 300 bytes, and its enumerator 96.
            foreach (var pair in new QueryStringEnumerable(query))
            {
                var name = pair.DecodeName().Span;
                if (accepted.Find(name) is not { } parameter)
                    return Refuse(context, name.ToString(), accepted);
                if (several && !parameter.Repeats && Count(query, parameter.Name) is > 1 and var count)
                {
                    return Problem.WriteAsync(context, ProblemTypes.InvalidParameter,
                        $"{parameter.Name} may be given only once; got {count}.", parameter.Name);
                }
            }
        }

        return next(context);
    }

    private static int Count(string query, string name)
    {
        var count = 0;
        foreach (var pair in new QueryStringEnumerable(query))
            count += pair.DecodeName().Span.Equals(name, StringComparison.OrdinalIgnoreCase) ? 1 : 0;
        return count;
    }

    private static Task Refuse(HttpContext context, string name, AcceptedQuery accepted)
    {
        var known = accepted.Parameters.Length == 0
            ? "takes no parameters"
            : $"takes {string.Join(", ", accepted.Parameters.Select(parameter => parameter.Name))}";
        return Problem.WriteAsync(context, ProblemTypes.UnknownParameter,
            $"Unknown query parameter \"{name}\"; {context.Request.Method} {context.Request.Path} {known}.", name);
    }
}
