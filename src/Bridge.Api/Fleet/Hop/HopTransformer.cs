using Bridge.Api.Server.Diagnostics;
using Microsoft.Net.Http.Headers;
using Yarp.ReverseProxy.Forwarder;

namespace Bridge.Api.Fleet.Hop;

/// <summary>Decides which headers cross from bridge to bridge.</summary>
internal sealed class HopTransformer(FleetHttp http) : HttpTransformer
{
    private const string BrowserMarks = "Sec-Fetch-";

    // This bridge has checked where the client comes from, and has responded to the client that asked whether to send its body (Expect).
    private static readonly string[] Dropped = [HeaderNames.Origin, HeaderNames.Referer, HeaderNames.Expect];

    public override async ValueTask TransformRequestAsync(
        HttpContext context, HttpRequestMessage request, string prefix, CancellationToken cancellationToken)
    {
        await base.TransformRequestAsync(context, request, prefix, cancellationToken);
        // So that Host names the other bridge.
        request.Headers.Host = null;
        foreach (var (name, _) in context.Request.Headers)
        {
            if (IsDropped(name))
                request.Headers.Remove(name);
        }

        http.AddHopHeaders(request);
    }

    public override ValueTask<bool> TransformResponseAsync(
        HttpContext context, HttpResponseMessage? response, CancellationToken cancellationToken)
    {
        if (response is null)
            return ValueTask.FromResult(false);
        if (context.Features.Get<ServedBy>() is { } served)
            served.Status = (int)response.StatusCode;
        // The forwarder would add the other bridge's value to the one that this bridge has set.
        if (response.Headers.NonValidated.Contains(HeaderNames.CacheControl))
            context.Response.Headers.CacheControl = default;
        return base.TransformResponseAsync(context, response, cancellationToken);
    }

    private static bool IsDropped(string name) =>
        name.StartsWith(HopHeaders.Prefix, StringComparison.OrdinalIgnoreCase)
        || name.StartsWith(BrowserMarks, StringComparison.OrdinalIgnoreCase)
        || Dropped.Contains(name, StringComparer.OrdinalIgnoreCase);
}
