using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Inline;

namespace Bridge.Api.Server.Hosting;

/// <summary>
/// The outermost middleware: turns failures into problem+json and records every request. One middleware and not two, because each
/// asynchronous one costs every request an allocation.
/// </summary>
/// <remarks>Aborts a response that has started, so that a truncated response can't pass for a complete one.</remarks>
internal sealed class RequestBoundary(
    RequestDelegate next, ProblemResponses problems, RequestLog log, GracefulShutdown stop, TimeProvider time)
{
    // Max characters of a path or a query whose connection stays open: an idle connection keeps four bytes for each. Messages of 5,000
    // letters are common.
    private const int MaxKeptAddress = 8192;

    public async Task InvokeAsync(HttpContext context)
    {
        var start = time.GetTimestamp();
        // Announced before Kestrel closes idle connections, because a request could be on its way over one of them.
        if ((stop.HasBegun || IsLong(context.Request)) && !HttpProtocol.IsHttp2(context.Request.Protocol))
            context.Response.Headers.Connection = "close";
        try
        {
            await next(context);
            if (ProblemResponses.IsBareRefusal(context.Response))
                await ProblemResponses.WriteBareRefusalAsync(context);
        }
        catch (Exception exception) when (!context.Response.HasStarted)
        {
            // Logging may block, so it must not run on a socket thread, here and below.
            await InlineScheduling.SwitchToThreadPool();
            await problems.AnswerAsync(context, exception);
        }
        finally
        {
            RequestSpan.Describe(context);
            var elapsed = time.GetElapsedTime(start);
            if (log.MayWrite(context, elapsed))
                await InlineScheduling.SwitchToThreadPool();
            log.Record(context, elapsed);
        }
    }

    // Kestrel keeps the address, and the query a second time, for the next request of the connection.
    private static bool IsLong(HttpRequest request) =>
        request.QueryString.Value is { Length: > MaxKeptAddress } || request.Path.Value is { Length: > MaxKeptAddress };
}
