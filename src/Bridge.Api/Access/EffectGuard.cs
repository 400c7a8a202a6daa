using Bridge.Api.Errors;

namespace Bridge.Api.Access;

/// <summary>
/// Refuses a GET with an effect from a browser that doesn't tell which site's page sends it. Browsers tell that (<c>Sec-Fetch-Site</c>) to this machine's own names
/// and over TLS, but not to another name over plain HTTP, and a GET has no <c>Origin</c>: a link or a picture of a foreign page would press buttons.
/// Runs behind routing, which finds the operation, and behind <see cref="BrowserGuard"/>, which has refused the sites that it knows to be foreign.
/// </summary>
internal sealed class EffectGuard(RequestDelegate next)
{
    private const string Sentence = "A browser sends this GET, which would have an effect, and doesn't tell which site's page it comes from. Send it as POST or PUT from "
        + "the bridge's own page, or address the bridge as localhost or over https://.";

    public Task InvokeAsync(HttpContext context)
    {
        var request = context.Request;
        return (HttpMethods.IsGet(request.Method) || HttpMethods.IsHead(request.Method)) && HasEffect(context.GetEndpoint()) && IsUnclear(request.Headers)
            ? Problem.WriteAsync(context, ProblemTypes.ForeignOrigin, Sentence)
            : next(context);
    }

    /// <summary>Returns whether an endpoint does more than look. One that says nothing of itself is taken for one that does.</summary>
    public static bool HasEffect(Endpoint? endpoint) =>
        endpoint is RouteEndpoint && (endpoint.Metadata.GetMetadata<ScopeNeeded>()?.Scope ?? Scope.Admin) is var scope && (scope & ~Scope.Read) != Scope.None;

    private static bool IsUnclear(IHeaderDictionary headers) =>
        headers.Origin.Count == 0 && headers["Sec-Fetch-Site"].Count == 0 && SafeHeaders.IsFromBrowser(headers);
}
