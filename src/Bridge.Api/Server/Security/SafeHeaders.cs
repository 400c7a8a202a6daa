using Microsoft.Extensions.Primitives;

namespace Bridge.Api.Server.Security;

/// <summary>
/// Sets the security headers of responses: none may be cached; browsers may not guess types or let other sites use them; a page may load
/// only the bridge's own files and may not be framed.
/// </summary>
/// <remarks>
/// Only pages forbid frames, because browsers render nothing else as a page without guessing its type. Each header that Kestrel has no
/// field for costs a request about 800 instructions, so programs don't get the headers that only browsers use.
/// </remarks>
internal static class SafeHeaders
{
    // Created once: a header value that is a string is wrapped for each response, a StringValues is copied.
    private static readonly StringValues NoSniff = "nosniff";
    private static readonly StringValues NoStore = "no-store";
    private static readonly StringValues SameOrigin = "same-origin";
    private static readonly StringValues CrossOrigin = "cross-origin";
    private static readonly StringValues NoReferrer = "no-referrer";
    private static readonly StringValues Deny = "DENY";
    private static readonly StringValues OwnFiles = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
        + "img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
        + "frame-ancestors 'none'";

    /// <summary>Sets the headers of every response. An endpoint may replace <c>Cache-Control</c>.</summary>
    public static void Set(HttpContext context)
    {
        var headers = context.Response.Headers;
        headers.CacheControl = NoStore;
        if (!IsFromBrowser(context.Request.Headers))
            return;
        headers.XContentTypeOptions = NoSniff;
        headers["Cross-Origin-Resource-Policy"] = SameOrigin;
    }

    /// <summary>Returns whether a request looks like a browser's.</summary>
    /// <remarks>
    /// Each browser names itself Mozilla and sends its languages, and no page can suppress both in a request to another site. PowerShell
    /// also names itself Mozilla, but sends no languages. The fetch of Node and Deno sends the language *, as any page can let a browser
    /// do; but a page can't change the browser's name without a preflight, which is refused.
    /// </remarks>
    public static bool IsFromBrowser(IHeaderDictionary headers)
    {
        var agent = headers.UserAgent is [{ } name, ..] ? name : "";
        return (headers.AcceptLanguage.Count > 0 && !IsFromRuntime(headers.AcceptLanguage, agent))
            || (agent.Contains("Mozilla", StringComparison.Ordinal) && !agent.Contains("PowerShell/", StringComparison.Ordinal));
    }

    /// <summary>
    /// Lets a page use only the bridge's own scripts, styles, pictures, sound and responses, and nothing inline except styles.
    /// </summary>
    public static void SetForPage(IHeaderDictionary headers)
    {
        headers.ContentSecurityPolicy = OwnFiles;
        headers.XFrameOptions = Deny;
    }

    /// <summary>
    /// Hides the address, which has the ticket, from other sites; if the ticket opens something, lets their pages show it.
    /// </summary>
    public static void SetForTicket(IHeaderDictionary headers, bool mayOpen)
    {
        headers["Referrer-Policy"] = NoReferrer;
        if (mayOpen)
            headers["Cross-Origin-Resource-Policy"] = CrossOrigin;
    }

    private static bool IsFromRuntime(StringValues languages, string agent) => languages is ["*"]
        && (agent is "node" or "undici" || agent.StartsWith("Deno/", StringComparison.Ordinal));
}
