using System.Net;
using System.Runtime.ExceptionServices;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Hosting;
using Bridge.Api.Server.Responses;
using Microsoft.AspNetCore.Http.Features;
using Yarp.ReverseProxy.Forwarder;

namespace Bridge.Api.Fleet.Hop;

/// <summary>Forwards whole requests to the bridge that has the emulator, and its responses to the client.</summary>
internal sealed class FleetHop(
    IHttpForwarder forwarder, FleetHttp http, HostContact contact, GracefulShutdown stop, HopMeter meter, TimeProvider time)
{
    private static readonly ForwarderRequestConfig Config = new()
    {
        Version = HttpVersion.Version11,
        VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        // A wait lasts up to ten minutes, and a stream of events may be silent for as long.
        ActivityTimeout = TimeSpan.FromMinutes(11),
    };

    private readonly HopTransformer _transformer = new(http);

    /// <summary>Forwards the request and its response, or responds with a problem if there is no response.</summary>
    public async Task ForwardAsync(HttpContext context, FleetHost host)
    {
        if (!await TryForwardAsync(context, host))
            await RespondAsync(context, host);
    }

    /// <summary>Forwards as well, but if nothing can be sent, returns false and has not responded.</summary>
    public async Task<bool> TryForwardAsync(HttpContext context, FleetHost host)
    {
        var (began, isFailed) = (time.GetTimestamp(), true);
        HeadRequests.Restore(context);
        try
        {
            var isSent = await RunAsync(context, host);
            isFailed = !isSent || context.Features.Get<ServedBy>()?.Status is null;
            return isSent;
        }
        finally
        {
            meter.Record(host.Id, time.GetElapsedTime(began), isFailed ? FailureNameOf(context) : null);
        }
    }

    private async Task<bool> RunAsync(HttpContext context, FleetHost host)
    {
        var served = new ServedBy(host.Id);
        context.Features.Set(served);
        var error = await SendAsync(context, host);
        // Kestrel's connections can end just when they are used again.
        if (error is ForwarderError.Request or ForwarderError.ResponseBodyDestination && MayRepeat(context)
            && !FleetFailure.IsUnsent(FailureOf(context)))
        {
            // The forwarder has set the status of its failure, and forwards nothing while the status is not 200.
            context.Response.StatusCode = StatusCodes.Status200OK;
            error = await SendAsync(context, host);
        }

        if (error == ForwarderError.None || context.Response.HasStarted || HasResponded(context, served, error))
            return true;
        context.RequestAborted.ThrowIfCancellationRequested();
        var failure = FailureOf(context);
        if (error == ForwarderError.RequestCreation)
            ExceptionDispatchInfo.Throw(failure!);
        if (error == ForwarderError.RequestBodyClient)
            throw BodyFailureOf(failure);
        context.Response.StatusCode = StatusCodes.Status200OK;
        if (FleetFailure.IsUnsent(failure))
            return false;
        await RespondAsync(context, host);
        return true;
    }

    private static Task RespondAsync(HttpContext context, FleetHost host)
    {
        var (type, sentence) = FleetFailure.Explain(host, FailureOf(context));
        return Problem.WriteAsync(context, type, sentence, safeToRepeat: type == ProblemTypes.NotApplied);
    }

    private static string FailureNameOf(HttpContext context) => context.RequestAborted.IsCancellationRequested ? "cancelled"
        : FleetFailure.IsUnsent(FailureOf(context)) ? ProblemTypes.NotApplied.Anchor : ProblemTypes.OutcomeUnknown.Anchor;

    // Streams never end by themselves, so a bridge that stops ends them.
    private async ValueTask<ForwarderError> SendAsync(HttpContext context, FleetHost host)
    {
        var silence = contact.SilenceOf(host.Id);
        using var end = IsStream(context) ? CancellationTokenSource.CreateLinkedTokenSource(silence, stop.StreamsEnd) : null;
        return await forwarder.SendAsync(context, host.Address, http.Invoker, Config, _transformer, end?.Token ?? silence);
    }

    private static bool IsStream(HttpContext context) =>
        HttpMethods.IsGet(context.Request.Method) && context.GetEndpoint()?.Metadata.GetMetadata<WaitsForFrames>() is not null;

    private static bool MayRepeat(HttpContext context) => !context.Response.HasStarted && !context.RequestAborted.IsCancellationRequested
        && (HttpMethods.IsGet(context.Request.Method) || HttpMethods.IsHead(context.Request.Method))
        && context.Features.Get<IHttpRequestBodyDetectionFeature>()?.CanHaveBody == false;

    // The response is whole, although the other bridge didn't read all of the request's body.
    private static bool HasResponded(HttpContext context, ServedBy served, ForwarderError error) =>
        served.Status == context.Response.StatusCode
        && error is ForwarderError.RequestBodyClient or ForwarderError.RequestBodyDestination or ForwarderError.RequestBodyCanceled;

    private static Exception? FailureOf(HttpContext context) => context.Features.Get<IForwarderErrorFeature>()?.Exception;

    // The client's body was too large, or too slow.
    private static BadHttpRequestException BodyFailureOf(Exception? failure) =>
        (failure as AggregateException)?.Flatten().InnerExceptions.OfType<BadHttpRequestException>().FirstOrDefault()
        ?? failure as BadHttpRequestException ?? new BadHttpRequestException("The body ended before its end.");
}
