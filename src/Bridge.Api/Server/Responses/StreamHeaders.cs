using Microsoft.Extensions.Primitives;

namespace Bridge.Api.Server.Responses;

/// <summary>Sets the headers of responses that don't end by themselves.</summary>
internal static class StreamHeaders
{
    private static readonly StringValues No = "no";
    private static readonly StringValues Unchanged = "no-store, no-transform";

    /// <summary>
    /// Sets the type, and asks proxies to pass each part on at once: nginx collects a response unless this header says otherwise, and a
    /// proxy that compresses collects as well.
    /// </summary>
    public static void Set(HttpResponse response, string contentType)
    {
        response.ContentType = contentType;
        response.Headers.CacheControl = Unchanged;
        response.Headers["X-Accel-Buffering"] = No;
    }
}
