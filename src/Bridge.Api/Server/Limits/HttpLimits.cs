using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Bridge.Api.Server.Limits;

/// <summary>Limits what a client may send before any code interprets it. docs/security.md lists all limits.</summary>
internal static class HttpLimits
{
    /// <summary>
    /// Max connections that the kernel queues until they are accepted, up to net.core.somaxconn (4096 since Linux 5.4). Beyond that it
    /// drops the client's SYN, and the client tries again a second later. Kestrel's default, 512, is full after a twentieth of a second at
    /// 10,000 connections a second.
    /// </summary>
    public const int WaitingConnections = 4096;

    private const int KiB = 1024;

    /// <summary>
    /// Max bytes that a connection buffers before they are looked at. Kestrel's default is 1 MiB, so 10,000 clients would take 10 GiB, and
    /// a client that sends without end would hold the socket thread for a millisecond. The rest waits in the kernel and at the client.
    /// </summary>
    public const int UnreadBytes = 16 * KiB;

    // For all requests of a connection together.
    private const int Http2WindowBytes = 128 * KiB;

    /// <summary>
    /// Max bytes that the kernel buffers for a connection. Its default is some MiB for each client that sends faster than the bridge reads,
    /// and dropping them when many clients are refused at once takes half a second.
    /// </summary>
    public const int KernelBytes = 128 * KiB;

    /// <summary>Max characters of a query: a text of 64 KiB with each byte written as %XX.</summary>
    public const int QueryCharacters = 193 * KiB;

    /// <summary>Max bytes of a request line: longer than a query, so that one that is too long gets a sentence.</summary>
    public const int RequestLineBytes = 256 * KiB;

    /// <param name="limits">Kestrel's limits. Some are set to its defaults, so that they don't change with its version.</param>
    /// <param name="bodyBytes">Max bytes of a body, unless its endpoint sets another limit.</param>
    public static void Set(KestrelServerLimits limits, int bodyBytes)
    {
        limits.MaxRequestLineSize = RequestLineBytes;
        limits.MaxRequestHeadersTotalSize = 32 * KiB;
        limits.MaxRequestHeaderCount = 100;
        limits.MaxRequestBufferSize = RequestLineBytes + (64 * KiB);
        limits.MaxRequestBodySize = bodyBytes;
        limits.Http2.InitialConnectionWindowSize = Http2WindowBytes;
        limits.Http2.InitialStreamWindowSize = Http2WindowBytes;
        // People and language models pause between requests; the connection stays open for that long. Kestrel's default is 130 s.
        limits.KeepAliveTimeout = TimeSpan.FromMinutes(15);
        limits.RequestHeadersTimeout = TimeSpan.FromSeconds(10);
        limits.MinRequestBodyDataRate = new MinDataRate(bytesPerSecond: 240, gracePeriod: TimeSpan.FromSeconds(5));
    }
}
