using Microsoft.Extensions.Primitives;

namespace Bridge.Api.Access;

/// <summary>
/// What answers tell browsers: all of them to guess no type, keep nothing and let no other site use it, those that are shown as a page besides
/// what they may load, and that no frame may show them.
/// </summary>
/// <remarks>
/// Not every answer forbids frames: without a guessed type none but a page is shown as one, and each header that Kestrel has no place for costs a
/// request about 800 instructions.
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
    public static void Set(IHeaderDictionary headers)
    {
        headers.XContentTypeOptions = NoSniff;
        headers.CacheControl = NoStore;
        headers["Cross-Origin-Resource-Policy"] = SameOrigin;
    }

    /// <summary>Lets a page use the bridge's own scripts, styles, pictures and answers, and nothing that is written into the page itself but styles.</summary>
    public static void SetForPage(IHeaderDictionary headers)
    {
        headers.ContentSecurityPolicy = OwnFiles;
        headers.XFrameOptions = Deny;
    }
}
