using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Server.Diagnostics;
using Bridge.SocketPool;
using Microsoft.AspNetCore.Http.Features;

namespace Bridge.Api.Server.Hosting;

/// <summary>Writes the failures of requests as problem+json.</summary>
internal sealed class ProblemResponses(GracefulShutdown stop, ILogger<ProblemResponses> logger)
{
    /// <summary>The detail for a command that was cancelled because the bridge is stopping.</summary>
    public const string EndedByStop = "The bridge is stopping and cancelled the command. The command did not run, or it changes nothing.";

    /// <summary>Writes the response to an exception; the response must not have started.</summary>
    public Task AnswerAsync(HttpContext context, Exception exception)
    {
        switch (exception)
        {
            case OperationCanceledException when context.RequestAborted.IsCancellationRequested:
                // The client has disconnected; 499 is nginx's status for that and appears only in the log.
                context.Response.StatusCode = StatusCodes.Status499ClientClosedRequest;
                return Task.CompletedTask;
            case RequestException refused:
                return Problem.WriteAsync(
                    context, refused.Type, refused.Message, refused.Parameter, refused.SafeToRepeat, refused.RetryAfter);
            case EmulatorException ended when stop.HasBegun && HasDoneNothing(ended):
                context.Features.Set(ended);
                return Problem.WriteAsync(context, ProblemTypes.Stopping, EndedByStop, safeToRepeat: true);
            case EmulatorException failed:
                context.Features.Set(failed);
                return Problem.WriteAsync(
                    context, ProblemTypes.Of(failed.Failure), failed.Message, ArgumentName.InHttp(context.GetEndpoint(), failed.Parameter),
                    failed.SafeToRepeat, failed.RetryAfter);
            case BadHttpRequestException { StatusCode: StatusCodes.Status413PayloadTooLarge }:
                return Problem.WriteAsync(context, ProblemTypes.TooLarge, string.Create(CultureInfo.InvariantCulture,
                    $"The body must be at most {context.Features.Get<IHttpMaxRequestBodySizeFeature>()?.MaxRequestBodySize:N0} bytes."));
            case BadHttpRequestException { StatusCode: StatusCodes.Status408RequestTimeout }:
                return Problem.WriteAsync(context, ProblemTypes.TooSlow,
                    "The body arrived too slowly, or not at all. The bridge used none of it.");
            case BadHttpRequestException bad:
                return Problem.WriteAsync(context, ProblemTypes.BadRequest, bad.Message);
            case IOException when StorageFailure.IsFull(exception):
                Log.StorageFailed(logger, context.Request.Path, exception);
                return Problem.WriteAsync(context, ProblemTypes.StorageFull, StorageFailure.FullSentence("files of the bridge"));
            default:
                Log.Unexpected(logger, context.Request.Method, context.Request.Path, exception);
                return Problem.WriteAsync(context, ProblemTypes.InternalError,
                    "The bridge had an internal error; its log has the cause under this trace id.");
        }
    }

    /// <summary>
    /// Returns whether a command that the bridge cancelled had no effect. A press that was cut short had one, so it must not look like a
    /// command that is safe to repeat.
    /// </summary>
    public static bool HasDoneNothing(EmulatorException ended) =>
        ended.Failure == EmulatorFailure.Cancelled
            || (ended is { Failure: EmulatorFailure.Interrupted, Category: ReplayCategory.ReadOnly });

    /// <summary>Returns whether routing has refused the request with a status and without a body.</summary>
    public static bool IsBareRefusal(HttpResponse response) =>
        response is { StatusCode: >= 400, HasStarted: false, ContentLength: null, ContentType: null };

    /// <summary>Writes the problem that explains such a refusal.</summary>
    public static Task WriteBareRefusalAsync(HttpContext context)
    {
        var request = context.Request;
        return context.Response.StatusCode switch
        {
            StatusCodes.Status404NotFound => Problem.WriteAsync(context, ProblemTypes.NotFound,
                $"Nothing is served at {request.Path}; /swagger lists all paths."),
            StatusCodes.Status405MethodNotAllowed => Problem.WriteAsync(context, ProblemTypes.MethodNotAllowed,
                $"{request.Path} does not allow {request.Method}; it allows {context.Response.Headers.Allow}."),
            StatusCodes.Status415UnsupportedMediaType => Problem.WriteAsync(context, ProblemTypes.UnsupportedMediaType,
                $"{request.Path} does not accept the Content-Type \"{request.ContentType}\"; /swagger lists the accepted types."),
            StatusCodes.Status400BadRequest => Problem.WriteAsync(context, ProblemTypes.BadRequest, "The bridge can't read the request."),
            _ => Task.CompletedTask,
        };
    }
}
