using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Security;

namespace Bridge.Api.Features.Emulators;

/// <summary>Maps the meters in the format that Prometheus reads (docs/telemetry.md).</summary>
internal static class MetricsEndpoints
{
    public static void MapMetrics(this IEndpointRouteBuilder routes) => routes.MapGet("/metrics", WriteAsync)
        .WithTags("Health")
        .Needs(Scope.Read, ofEveryEmulator: true)
        .Describe("GetMetrics", "Returns all meters for Prometheus",
            "Text in Prometheus's format, or OpenMetrics for an Accept header that prefers it. The meters are those that OpenTelemetry "
            + "exports. A histogram begins with the first request to this path. Needs a token that reaches every emulator.")
        .TakesQuery()
        .Produces<string>(StatusCodes.Status200OK, "text/plain")
        .Refuses(ProblemTypes.UnknownParameter);

    private static Task WriteAsync(HttpContext context, PrometheusMetrics metrics)
    {
        TokenGuard.DemandEveryEmulator(context);
        return metrics.WriteAsync(context);
    }
}
