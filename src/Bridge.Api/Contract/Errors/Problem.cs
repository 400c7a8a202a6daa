using System.Diagnostics;
using System.Text.Json.Serialization;

namespace Bridge.Api.Contract.Errors;

/// <summary>A response as application/problem+json (RFC 9457).</summary>
internal sealed record Problem(
    string Type, string Title, int Status, string Detail,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Parameter,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Emulator,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] bool? SafeToRepeat,
    string TraceId)
{
    /// <summary>Writes a problem as the response, which must not have started.</summary>
    public static Task WriteAsync(HttpContext context, ProblemType type, string detail, string? parameter = null, bool? safeToRepeat = null,
        TimeSpan? retryAfter = null)
    {
        var response = context.Response;
        response.StatusCode = type.Status;
        if (retryAfter is { } wait)
            response.Headers.RetryAfter = $"{Math.Ceiling(wait.TotalSeconds):0}";
        else if (type.Status == StatusCodes.Status503ServiceUnavailable)
            response.Headers.RetryAfter = "1";
        response.Headers.CacheControl = "no-store";
        var problem = new Problem(type.Uri, type.Title, type.Status, detail, parameter, context.Request.RouteValues["emulator"] as string,
            safeToRepeat, Activity.Current?.TraceId.ToString() ?? context.TraceIdentifier);
        return response.WriteAsJsonAsync(problem, ErrorJson.Context.Problem, "application/problem+json", context.RequestAborted);
    }
}
