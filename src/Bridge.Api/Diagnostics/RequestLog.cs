using Bridge.SocketPool;

namespace Bridge.Api.Diagnostics;

/// <summary>
/// A line for each failed or slow request; every request at Debug only. Never logs a query or a body: they may hold what nobody else should
/// read.
/// </summary>
internal sealed class RequestLog(RequestStatistics statistics, RequestLogOptions options, ILogger<RequestLog> logger)
{
    private readonly TimeSpan _slow = options.Slow;

    /// <summary>Whether there may be a line for a request that took so long and was answered without an exception.</summary>
    public bool MayWriteAfter(TimeSpan elapsed) => elapsed > _slow || logger.IsEnabled(LogLevel.Debug);

    public void Record(HttpContext context, TimeSpan elapsed)
    {
        var (method, path, status) = (context.Request.Method, context.Request.Path, context.Response.StatusCode);
        var failed = status >= StatusCodes.Status500InternalServerError;
        var slow = elapsed > _slow;
        // A wait that its client asked for, a stream of hours perhaps, says nothing of how quick the bridge is.
        var waited = slow && !failed && context.GetEndpoint()?.Metadata.GetMetadata<WaitsForFrames>() is not null;
        if (!waited)
            statistics.Add(elapsed, failed);
        if (failed)
        {
            var failure = context.Features.Get<EmulatorException>();
            Log.Failed(
                logger, method, path, status, elapsed.TotalMilliseconds, EmulatorOf(context), failure?.Command,
                failure?.Failure.ToString());
        }
        else if (slow && !waited)
        {
            Log.Slow(logger, method, path, status, elapsed.TotalMilliseconds, EmulatorOf(context));
        }
        else
        {
            Log.Request(logger, method, path, status, elapsed.TotalMilliseconds);
        }
    }

    // Paths without an emulator in them speak to the default one.
    private static string EmulatorOf(HttpContext context) => context.Request.RouteValues["emulator"] as string ?? "default";
}

/// <summary>
/// Marks an endpoint that takes as long as its client asked for, so that it neither is logged as slow nor counts in the summary.
/// </summary>
internal sealed class WaitsForFrames;
