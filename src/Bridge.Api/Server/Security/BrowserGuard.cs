using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Microsoft.Extensions.Primitives;

namespace Bridge.Api.Server.Security;

/// <summary>
/// Keeps unknown web pages from using the bridge, on every path and method. Runs right after <see cref="AccountGuard"/>. Command-line
/// clients send none of these headers except a correct <c>Host</c>.
/// </summary>
/// <remarks>
/// A foreign <c>Host</c> means DNS rebinding; a foreign <c>Origin</c> or <c>Sec-Fetch-Site</c>, a page of another site. A page that has a
/// ticket may show what the ticket opens, but not read it: the request of an element, like an image, has no <c>Origin</c>.
/// </remarks>
internal sealed class BrowserGuard(RequestDelegate next, SecurityOptions options, TicketCheck tickets)
{
    private readonly HostNames _hosts = new(options.Hosts);
    private readonly HashSet<string> _origins = new(options.Origins, StringComparer.Ordinal);

    public Task InvokeAsync(HttpContext context)
    {
        var request = context.Request;
        SafeHeaders.Set(context);
        // A Unix socket has no address and port. Browsers can't use it, and programs send some host name.
        int? port = context.Connection.LocalIpAddress is null ? null : context.Connection.LocalPort;
        if (!_hosts.Contain(request.Host.Value, port, request.IsHttps ? 443 : 80))
        {
            return Problem.WriteAsync(context, ProblemTypes.ForeignHost,
                $"Host must be one of {_hosts.Describe(port)}; got \"{request.Host}\". "
                + "To allow other names and forwarded ports, add them to the setting Bridge:Hosts.");
        }

        var ticket = tickets.Check(context);
        if (ticket is not null)
            SafeHeaders.SetForTicket(context.Response.Headers, ticket.MayOpen);
        var origin = request.Headers.Origin;
        // Configured origins are allowed although they are other sites.
        if (origin.Count == 1 && _origins.Contains(origin.ToString()))
            return next(context);
        var isShown = ticket is { MayOpen: true } && origin.Count == 0;
        if (!isShown && request.Headers["Sec-Fetch-Site"] is { Count: > 0 } site && site != "same-origin" && site != "none")
            return Refuse(context, "Sec-Fetch-Site", site);
        if (origin.Count > 0 && !string.Equals(origin, $"{request.Scheme}://{request.Host}", StringComparison.OrdinalIgnoreCase))
            return Refuse(context, "Origin", origin);
        return next(context);
    }

    private static Task Refuse(HttpContext context, string header, StringValues value) => Problem.WriteAsync(
        context,
        ProblemTypes.ForeignOrigin,
        $"The request comes from a page of another site ({header}: {value}). "
            + "To allow that site, add it to the setting Bridge:Origins.");
}
