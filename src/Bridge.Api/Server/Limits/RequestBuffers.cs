using System.IO.Pipelines;
using Microsoft.AspNetCore.Connections;

namespace Bridge.Api.Server.Limits;

/// <summary>Counts what the connections of an endpoint buffer, after decryption if it has TLS.</summary>
internal sealed class RequestBuffers(BufferBudget budget, bool needTokens, TimeProvider time)
{
    /// <summary>Bytes of a head that are free: a short request line or all header lines, and what was read with them.</summary>
    public const int FreeHeadBytes = 40 * 1024;

    /// <summary>
    /// Bytes that a longer head takes from the budget: as many as it may grow to, so that some heads are completed where all would fail
    /// half-way. 256 have room at the same time, and 64 of clients that have not sent a valid token yet.
    /// </summary>
    public const int HeadBytes = HttpLimits.RequestLineBytes;

    /// <summary>Bytes of a body that are free: as many as are read at once.</summary>
    public const int FreeBodyBytes = 4096;

    public TimeProvider Time => time;

    /// <summary>Returns a connection's share of the budget.</summary>
    public BufferBudget.Share ShareOfHeads(bool isUntrusted) => new(budget, freeBytes: 0, isUntrusted);

    /// <summary>Returns a body's share of the budget. If tokens are required, its client has already sent a valid one.</summary>
    public BufferBudget.Share ShareOfBody() => new(budget, FreeBodyBytes, isUntrusted: false);

    /// <summary>Counts the connections that an endpoint accepts.</summary>
    /// <param name="next">The next connection middleware.</param>
    /// <param name="tls">Whether TLS runs between this middleware and HTTP.</param>
    public ConnectionDelegate Before(ConnectionDelegate next, bool tls) => connection =>
    {
        if (tls)
            return next(new ConnectionBehindTls(connection, Count));
        connection.Transport = Count(connection, connection.Transport);
        return next(connection);
    };

    private CountedInput Count(ConnectionContext connection, IDuplexPipe transport) =>
        new(this, connection, transport, needTokens);
}
