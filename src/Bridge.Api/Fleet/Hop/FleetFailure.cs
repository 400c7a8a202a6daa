using Bridge.Api.Contract.Errors;
using Bridge.Api.Fleet.Snapshot;

namespace Bridge.Api.Fleet.Hop;

/// <summary>Decides whether a failed request to another bridge can have had an effect.</summary>
internal static class FleetFailure
{
    /// <summary>Returns whether there was no connection, so that nothing was sent.</summary>
    public static bool IsUnsent(Exception? failure) => failure switch
    {
        HttpRequestException http => http.HttpRequestError is HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError
            or HttpRequestError.SecureConnectionError or HttpRequestError.ProxyTunnelError,
        // The handler reports a connection that took too long like this. A response that took too long has no such cause.
        OperationCanceledException { InnerException: TimeoutException } => true,
        _ => false,
    };

    /// <summary>Returns the problem of such a failure, and a sentence.</summary>
    public static (ProblemType Type, string Sentence) Explain(FleetHost host, Exception? failure) => failure switch
    {
        HttpRequestException { HttpRequestError: HttpRequestError.SecureConnectionError } => (ProblemTypes.NotApplied,
            $"This machine does not trust the certificate of the host {host.Id} of the fleet for {host.Address}. "
            + "The request was not sent to it."),
        _ when IsUnsent(failure) => (ProblemTypes.NotApplied,
            $"The host {host.Id} of the fleet can't be reached at {host.Address}. The request was not sent to it."),
        _ => (ProblemTypes.OutcomeUnknown,
            $"The connection to the host {host.Id} of the fleet ended before its response. It may have done what the request asks."),
    };
}
