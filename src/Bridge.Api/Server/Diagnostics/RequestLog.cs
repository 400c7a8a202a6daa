using Bridge.SocketPool;

namespace Bridge.Api.Server.Diagnostics;

/// <summary>
/// Counts each request, and logs failed and slow ones, and every one at level Debug. Never logs a query or a body, because they may hold
/// confidential data.
/// </summary>
internal sealed class RequestLog(RequestStatistics statistics, RequestLogOptions options, ILogger<RequestLog> logger)
{
    private readonly TimeSpan _threshold = options.Slow;

    /// <summary>Returns whether a request may be logged.</summary>
    public bool MayWrite(HttpContext context, TimeSpan elapsed) =>
        elapsed > _threshold || IsFailure(context.Response.StatusCode) || logger.IsEnabled(LogLevel.Debug);

    public void Record(HttpContext context, TimeSpan elapsed)
    {
        var (method, path, status) = (context.Request.Method, context.Request.Path, context.Response.StatusCode);
        var isFailed = IsFailure(status);
        var isSlow = elapsed > _threshold;
        // A wait that the client requested, like a stream of hours, says nothing about the latency of the bridge.
        var metadata = context.GetEndpoint()?.Metadata;
        var waited = isSlow && !isFailed && metadata?.GetMetadata<WaitsForFrames>() is not null;
        if (!waited && metadata?.GetMetadata<LivenessProbe>() is null)
            statistics.Add(elapsed, isFailed);
        if (isFailed && context.Features.Get<EmulatorException>() is { } failure)
        {
            Log.CommandFailed(logger, method, path, status, elapsed.TotalMilliseconds, EmulatorOf(context), failure.Command,
                EmulatorNames.Of(failure.Failure));
        }
        else if (isFailed)
        {
            Log.Failed(logger, method, path, status, elapsed.TotalMilliseconds, EmulatorOf(context));
        }
        else if (isSlow && !waited)
        {
            Log.Slow(logger, method, path, status, elapsed.TotalMilliseconds, EmulatorOf(context));
        }
        else
        {
            Log.Request(logger, method, path, status, elapsed.TotalMilliseconds);
        }
    }

    private static bool IsFailure(int status) => status >= StatusCodes.Status500InternalServerError;

    // Paths without an emulator use the default one.
    private static string EmulatorOf(HttpContext context)
    {
        var emulator = context.Request.RouteValues["emulator"] as string ?? "default";
        return context.Features.Get<ServedBy>() is { } served ? $"{emulator} of host {served.Host}" : emulator;
    }
}

/// <summary>
/// Marks an endpoint whose duration the client chooses, so that it isn't logged as slow or counted in the summary.
/// </summary>
internal sealed class WaitsForFrames;

/// <summary>Marks an endpoint that watchdogs request for ever, so that an idle bridge logs no summary because of them.</summary>
internal sealed class LivenessProbe;
