using Microsoft.Extensions.Primitives;

namespace Bridge.Api.Security;

/// <summary>
/// What answers tell: everybody to keep nothing, browsers besides to guess no type and let no other site use it, and of what is shown as a
/// page what it may load, and that no frame may show it.
/// </summary>
/// <remarks>
/// Not every answer forbids frames: without a guessed type none but a page is shown as one. Each header that Kestrel has no place for costs
/// a request about 800 instructions, so programs, which heed none of them, aren't told what only browsers do.
/// </remarks>
internal static class SafeHeaders
{
    // Made once: a header's value that is a string is wrapped for each answer, but never copied.
    private static readonly StringValues NoSniff = "nosniff";
    private static readonly StringValues NoStore = "no-store";
    private static readonly StringValues SameOrigin = "same-origin";
    private static readonly StringValues Deny = "DENY";
    private static readonly StringValues OwnFiles = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
        + "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    /// <summary>Those of every answer. An endpoint may replace <c>Cache-Control</c>.</summary>
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
    /// Each browser names itself Mozilla and tells its languages, and no page can keep its browser from both where another site is asked.
    /// PowerShell names itself so, too, and tells no languages.
    /// </remarks>
    public static bool IsFromBrowser(IHeaderDictionary headers) =>
        headers.AcceptLanguage.Count > 0 || headers.UserAgent is [{ } agent, ..]
            && agent.Contains("Mozilla", StringComparison.Ordinal) && !agent.Contains("PowerShell/", StringComparison.Ordinal);

    /// <summary>
    /// Lets a page use the bridge's own scripts, styles, pictures and answers, and nothing that is written into the page itself but styles.
    /// </summary>
    public static void SetForPage(IHeaderDictionary headers)
    {
        headers.ContentSecurityPolicy = OwnFiles;
        headers.XFrameOptions = Deny;
    }
}
