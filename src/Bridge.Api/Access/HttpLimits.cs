using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Bridge.Api.Access;

/// <summary>What a client may send before anything looks at what it means. docs/security.md lists these limits with all others.</summary>
internal static class HttpLimits
{
    private const int KiB = 1024;

    // An echo of 1 MiB in the query, each byte of it written as %XX.
    private const int RequestLineBytes = 3073 * KiB;

    /// <param name="limits">Those of Kestrel, of which some are its defaults: what is promised doesn't change with its version.</param>
    /// <param name="bodyBytes">Bytes of a body, unless its endpoint says otherwise.</param>
    public static void Set(KestrelServerLimits limits, int bodyBytes)
    {
        limits.MaxRequestLineSize = RequestLineBytes;
        limits.MaxRequestHeadersTotalSize = 32 * KiB;
        limits.MaxRequestHeaderCount = 100;
        limits.MaxRequestBufferSize = RequestLineBytes + (64 * KiB);
        limits.MaxRequestBodySize = bodyBytes;
        limits.RequestHeadersTimeout = TimeSpan.FromSeconds(10);
        limits.MinRequestBodyDataRate = new MinDataRate(bytesPerSecond: 240, gracePeriod: TimeSpan.FromSeconds(5));
    }
}
