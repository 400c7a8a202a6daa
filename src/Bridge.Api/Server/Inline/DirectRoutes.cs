namespace Bridge.Api.Server.Inline;

/// <summary>
/// Maps the most frequent requests to handlers that read their parameters themselves: the generated code has another async method for
/// each request.
/// </summary>
internal static class DirectRoutes
{
    /// <summary>Maps GET to a handler that is called directly, and that may run inline.</summary>
    public static RouteHandlerBuilder MapDirectGet(this IEndpointRouteBuilder routes, string pattern, RequestDelegate handler) =>
        // The OpenAPI document includes only endpoints with a method in their metadata.
        new([routes.MapGet(pattern, handler).WithMetadata(handler.Method).RunInline()]);

    /// <summary>Returns a part of the path; the route guarantees that it exists.</summary>
    public static string PathValue(this HttpContext context, string name) => (string)context.Request.RouteValues[name]!;

    /// <summary>Returns a query parameter, whose name is not case-sensitive; null if it is missing.</summary>
    public static string? QueryValue(this HttpContext context, string name) => context.Request.Query[name];
}
