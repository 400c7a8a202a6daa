using Microsoft.Extensions.Primitives;

namespace Bridge.Api.Access;

/// <summary>What every answer tells browsers: to guess no type, keep nothing, show it in no frame, and let no other site use it.</summary>
internal static class SafeHeaders
{
    // Made once: a header's value that is a string is wrapped for each answer, but never copied.
    private static readonly StringValues NoSniff = "nosniff";
    private static readonly StringValues NoStore = "no-store";
    private static readonly StringValues SameOrigin = "same-origin";
    private static readonly StringValues Deny = "DENY";
    private static readonly StringValues Nothing = "default-src 'none'; frame-ancestors 'none'";

    private static readonly StringValues OwnFiles = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
        + "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    /// <summary>Those of an answer that is no page. An endpoint may replace <c>Cache-Control</c>.</summary>
    public static void Set(IHeaderDictionary headers)
    {
        headers.XContentTypeOptions = NoSniff;
        headers.CacheControl = NoStore;
        headers.ContentSecurityPolicy = Nothing;
        headers.XFrameOptions = Deny;
        headers["Cross-Origin-Resource-Policy"] = SameOrigin;
    }

    /// <summary>Lets a page use the bridge's own scripts, styles, pictures and answers, and nothing that is written into the page itself but styles.</summary>
    public static void AllowOwnFiles(IHeaderDictionary headers) => headers.ContentSecurityPolicy = OwnFiles;
}
