using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Bridge.Api.Access;

/// <summary>What a client may send before anything looks at what it means. docs/security.md lists these limits with all others.</summary>
internal static class HttpLimits
{
    /// <summary>
    /// Connections that the kernel keeps until they are taken, no more than net.core.somaxconn (4096 since Linux 5.4). It passes over whoever comes
    /// then, who tries again a second later; of Kestrel's 512 there are enough for a twentieth of a second at 10,000 a second.
    /// </summary>
    public const int WaitingConnections = 4096;

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
        // Whoever thinks between two requests, as language models and people do, finds the connection as it was; Kestrel's own is 130 s.
        limits.KeepAliveTimeout = TimeSpan.FromMinutes(15);
        limits.RequestHeadersTimeout = TimeSpan.FromSeconds(10);
        limits.MinRequestBodyDataRate = new MinDataRate(bytesPerSecond: 240, gracePeriod: TimeSpan.FromSeconds(5));
    }
}
