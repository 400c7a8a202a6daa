using Microsoft.AspNetCore.WebUtilities;

namespace Bridge.Api.Http;

/// <summary>
/// Routes of the most frequent requests, whose handlers look for their parameters themselves. Generated code does that with an asynchronous
/// method of its own and a dictionary of the query, which are more than 400 bytes of each request.
/// </summary>
internal static class RawRoutes
{
    /// <summary>Maps GET to a handler that is called as it is, and may run inline.</summary>
    public static RouteHandlerBuilder MapRawGet(this IEndpointRouteBuilder routes, string pattern, RequestDelegate handler) =>
        // The OpenAPI document is made of endpoints that have a method.
        new([routes.MapGet(pattern, handler).WithMetadata(handler.Method).RunInline()]);

    /// <summary>A part of the path, which the route says is there.</summary>
    public static string PathValue(this HttpContext context, string name) => (string)context.Request.RouteValues[name]!;

    /// <summary>
    /// A parameter of the query, found in any case; null when it isn't given. That it is given once, and known, <c>QueryGuard</c> has seen.
    /// </summary>
    public static string? QueryValue(this HttpContext context, string name)
    {
        foreach (var pair in new QueryStringEnumerable(context.Request.QueryString.Value))
        {
            if (pair.DecodeName().Span.Equals(name, StringComparison.OrdinalIgnoreCase))
                return pair.DecodeValue().ToString();
        }

        return null;
    }
}
