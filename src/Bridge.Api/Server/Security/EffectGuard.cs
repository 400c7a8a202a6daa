using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Server.Responses;

namespace Bridge.Api.Server.Security;

/// <summary>
/// Refuses a GET with an effect from a browser that doesn't name the site that sent it. Browsers name it (<c>Sec-Fetch-Site</c>) to
/// localhost and over TLS, but not to another name over plain HTTP, and such a GET has no <c>Origin</c>: a link or an image on another
/// site would press buttons. Runs after routing, and after <see cref="BrowserGuard"/>, which has refused the sites that browsers name.
/// Refuses every HEAD that would press buttons, because clients expect it to change nothing.
/// </summary>
internal sealed class EffectGuard(RequestDelegate next)
{
    private const string Sentence = "This GET has an effect, and the browser does not say which site sent it. "
        + "Use localhost or https:// in the address, or use the bridge's own page.";

    public Task InvokeAsync(HttpContext context)
    {
        var request = context.Request;
        if (HeadRequests.Is(context) && Presses(context.GetEndpoint()))
        {
            context.Response.Headers.Allow = HttpMethods.Get;
            context.Response.StatusCode = StatusCodes.Status405MethodNotAllowed;
            return Task.CompletedTask;
        }

        return HttpMethods.IsGet(request.Method)
            && HasEffect(context.GetEndpoint()) && HidesItsSite(request.Headers)
            && !TrustedHop.Is(context)
            ? Problem.WriteAsync(context, ProblemTypes.ForeignOrigin, Sentence)
            : next(context);
    }

    /// <summary>Returns whether an endpoint does more than read.</summary>
    public static bool HasEffect(Endpoint? endpoint) =>
        endpoint is RouteEndpoint && (ScopeNeeded.Of(endpoint).Scope & ~Scope.Read) != Scope.None;

    private static bool Presses(Endpoint? endpoint) =>
        endpoint is RouteEndpoint && ScopeNeeded.Of(endpoint).Scope.HasFlag(Scope.Input);

    private static bool HidesItsSite(IHeaderDictionary headers) =>
        headers.Origin.Count == 0 && headers["Sec-Fetch-Site"].Count == 0 && SafeHeaders.IsFromBrowser(headers);
}
