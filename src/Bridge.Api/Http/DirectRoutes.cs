using Microsoft.AspNetCore.WebUtilities;

namespace Bridge.Api.Http;

/// <summary>
/// Maps the most frequent requests to handlers that parse their parameters themselves. The generated code uses another async method and
/// a dictionary of the query, which cost each request more than 400 bytes.
/// </summary>
internal static class DirectRoutes
{
    /// <summary>Maps GET to a handler that is called directly, and that may run inline.</summary>
    public static RouteHandlerBuilder MapDirectGet(this IEndpointRouteBuilder routes, string pattern, RequestDelegate handler) =>
        // The OpenAPI document includes only endpoints with a method in their metadata.
        new([routes.MapGet(pattern, handler).WithMetadata(handler.Method).RunInline()]);

    /// <summary>Returns a part of the path; the route guarantees that it exists.</summary>
    public static string PathValue(this HttpContext context, string name) => (string)context.Request.RouteValues[name]!;

    /// <summary>
    /// Returns a query parameter, whose name is not case-sensitive; null if it is missing. <c>QueryGuard</c> has refused repeated ones.
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
