using Bridge.Api.Emulators;
using Bridge.Api.Errors;
using Microsoft.Extensions.Options;

namespace Bridge.Api.Access;

/// <summary>
/// Keeps web pages that the bridge doesn't know from driving it: the outermost check, on every path and verb. Command-line
/// clients send none of these headers apart from an honest <c>Host</c>.
/// </summary>
/// <remarks>A foreign <c>Host</c> is DNS rebinding; a foreign <c>Origin</c> or <c>Sec-Fetch-Site</c> is another site's page.</remarks>
internal sealed class BrowserGuard(RequestDelegate next, IOptions<BridgeOptions> options)
{
    private readonly HashSet<string> _hosts = new(options.Value.Hosts, StringComparer.OrdinalIgnoreCase) { "localhost", "127.0.0.1", "[::1]" };

    public Task InvokeAsync(HttpContext context)
    {
        var request = context.Request;
        if (!_hosts.Contains(request.Host.Host))
        {
            return Problem.WriteAsync(context, ProblemTypes.ForeignHost,
                $"The Host is \"{request.Host}\"; this bridge answers to {string.Join(", ", _hosts)}. Others go into the setting Bridge:Hosts.");
        }

        if (request.Headers["Sec-Fetch-Site"] is { Count: > 0 } site && site != "same-origin" && site != "none")
            return Problem.WriteAsync(context, ProblemTypes.ForeignOrigin, $"The request comes from another site's page (Sec-Fetch-Site: {site}).");
        if (request.Headers.Origin is { Count: > 0 } origin && origin != $"{request.Scheme}://{request.Host}")
            return Problem.WriteAsync(context, ProblemTypes.ForeignOrigin, $"The request comes from another site's page (Origin: {origin}).");
        return next(context);
    }
}
