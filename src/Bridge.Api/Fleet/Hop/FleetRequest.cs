using Microsoft.Net.Http.Headers;

namespace Bridge.Api.Fleet.Hop;

/// <summary>Makes requests to other bridges that a client's request causes.</summary>
internal static class FleetRequest
{
    /// <summary>Returns a request with the client's token. The caller disposes it.</summary>
    public static HttpRequestMessage From(HttpContext context, HttpMethod method, string address)
    {
        var request = new HttpRequestMessage(method, new Uri(address, UriKind.Relative));
        if (context.Request.Headers.Authorization is { Count: > 0 } token)
            request.Headers.TryAddWithoutValidation(HeaderNames.Authorization, (IEnumerable<string?>)token);
        return request;
    }
}
