using Bridge.Api.Diagnostics;
using Bridge.Api.Emulators;
using Bridge.Api.Http;
using Bridge.Api.OpenApi;

namespace Bridge.Api.Hosting;

/// <summary>
/// The outermost middleware: turns what goes wrong into problem+json and has every request recorded. One and not two, because
/// each asynchronous middleware costs every request an allocation.
/// </summary>
/// <remarks>A response that has begun is cut off instead, so that nobody takes half for whole.</remarks>
internal sealed class RequestBoundary(
    RequestDelegate next, ProblemResponses problems, RequestLog log, GracefulShutdown stop, TimeProvider time)
{
    // An idle connection keeps four times as many bytes.
    private const int MaxKeptAddress = 4096;

    public async Task InvokeAsync(HttpContext context)
    {
        var start = time.GetTimestamp();
        // Before Kestrel closes connections that are idle by then: a request could be on its way over one.
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
            // What failed is told and logged, and a log may make its writer wait, here and below.
            await InlineScheduling.SwitchToThreadPool();
            await problems.AnswerAsync(context, exception);
        }
        finally
        {
            RequestSpan.Describe(context);
            var elapsed = time.GetElapsedTime(start);
            if (log.MayWriteAfter(elapsed))
                await InlineScheduling.SwitchToThreadPool();
            log.Record(context, elapsed);
        }
    }

    // Kestrel keeps the address, and its query once more, for the next request of the connection.
    private static bool IsLong(HttpRequest request) =>
        request.QueryString.Value is { Length: > MaxKeptAddress } || request.Path.Value is { Length: > MaxKeptAddress };
}
