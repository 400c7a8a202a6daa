using System.Diagnostics;

namespace Bridge.Api.Server.Diagnostics;

/// <summary>
/// Adds to a request's span what is known at its end, by OpenTelemetry's conventions; ASP.NET Core itself adds method and path.
/// </summary>
internal static class RequestSpan
{
    public static void Describe(HttpContext context)
    {
        if (Activity.Current is not { IsAllDataRequested: true } span)
            return;
        if (context.GetEndpoint() is RouteEndpoint { RoutePattern.RawText: { } route })
        {
            span.DisplayName = $"{context.Request.Method} {route}";
            span.SetTag("http.route", route);
        }

        var status = context.Response.StatusCode;
        span.SetTag("http.response.status_code", status);
        if (status >= StatusCodes.Status500InternalServerError)
            span.SetStatus(ActivityStatusCode.Error);
    }
}
