using System.Diagnostics;
using Microsoft.Net.Http.Headers;

namespace Bridge.Api.Fleet.Hop;

/// <summary>Makes requests to other bridges that a client's request causes.</summary>
internal static class FleetRequest
{
    /// <summary>Returns a request with the client's token. The caller disposes it.</summary>
    public static HttpRequestMessage From(HttpContext context, HttpMethod method, string address) =>
        From(context.Request.Headers.Authorization is { Count: > 0 } given ? given.ToString() : null, method, address);

    /// <summary>Returns a request with the client's header Authorization. The caller disposes it.</summary>
    public static HttpRequestMessage From(string? authorization, HttpMethod method, string address)
    {
        var request = new HttpRequestMessage(method, new Uri(address, UriKind.Relative));
        if (authorization is not null)
            request.Headers.TryAddWithoutValidation(HeaderNames.Authorization, authorization);
        DistributedContextPropagator.Current.Inject(Activity.Current, request, static (request, name, value) =>
            ((HttpRequestMessage)request!).Headers.TryAddWithoutValidation(name, value));
        return request;
    }
}
