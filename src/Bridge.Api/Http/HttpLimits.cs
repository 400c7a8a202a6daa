using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Bridge.Api.Http;

/// <summary>What a client may send before anything looks at what it means. docs/security.md lists these limits with all others.</summary>
internal static class HttpLimits
{
    /// <summary>
    /// Max connections that the kernel keeps until they are accepted, up to net.core.somaxconn (4096 since Linux 5.4). Beyond that it drops
    /// the client's SYN, and the client tries again a second later. Kestrel's own 512 last a twentieth of a second at 10,000 connections a
    /// second.
    /// </summary>
    public const int WaitingConnections = 4096;

    private const int KiB = 1024;

    /// <summary>
    /// Bytes that a connection buffers while nobody reads them, and over HTTP/2 twice as many for all its requests together. Kestrel's own
    /// are a MiB, of which 10,000 clients would make 10 GiB. The rest waits in the kernel and with the client.
    /// </summary>
    public const int UnreadBytes = 64 * KiB;

    /// <summary>
    /// Bytes that the kernel buffers of a connection. By itself it takes some MiB of each client that sends faster than it is read, and to
    /// drop them when many clients are refused at once takes half a second.
    /// </summary>
    public const int KernelBytes = 128 * KiB;

    /// <summary>Characters of a query, unless its endpoint takes a long one.</summary>
    public const int QueryCharacters = 16 * KiB;

    /// <summary>Bytes of a request line: an echo of 1 MiB in the query, each byte of it written as %XX.</summary>
    public const int RequestLineBytes = 3073 * KiB;

    /// <param name="limits">Those of Kestrel, of which some are its defaults: what is promised doesn't change with its version.</param>
    /// <param name="bodyBytes">Bytes of a body, unless its endpoint says otherwise.</param>
    public static void Set(KestrelServerLimits limits, int bodyBytes)
    {
        limits.MaxRequestLineSize = RequestLineBytes;
        limits.MaxRequestHeadersTotalSize = 32 * KiB;
        limits.MaxRequestHeaderCount = 100;
        limits.MaxRequestBufferSize = RequestLineBytes + (64 * KiB);
        limits.MaxRequestBodySize = bodyBytes;
        limits.Http2.InitialConnectionWindowSize = 2 * UnreadBytes;
        limits.Http2.InitialStreamWindowSize = 2 * UnreadBytes;
        // People and language models think between two requests, and find the connection open; Kestrel's own is 130 s.
        limits.KeepAliveTimeout = TimeSpan.FromMinutes(15);
        limits.RequestHeadersTimeout = TimeSpan.FromSeconds(10);
        limits.MinRequestBodyDataRate = new MinDataRate(bytesPerSecond: 240, gracePeriod: TimeSpan.FromSeconds(5));
    }
}
