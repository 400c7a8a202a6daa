using System.IO.Pipelines;
using Microsoft.AspNetCore.Connections;

namespace Bridge.Api.Http;

/// <summary>Counts what the connections of an endpoint buffer, after decryption if it has TLS.</summary>
internal sealed class RequestBuffers(BufferBudget budget, LongAddresses addresses, bool needTokens, TimeProvider time)
{
    // Enough for a short request line or all header lines, and what was read with them.
    private const int FreeHeadBytes = 40 * 1024;

    // 256 heads have room at the same time, and each may grow to at least this size.
    private const int HeadStep = 256 * 1024;

    /// <summary>Bytes of a body that are free: as many as are read at once.</summary>
    public const int FreeBodyBytes = 4096;

    public LongAddresses Addresses => addresses;

    public TimeProvider Time => time;

    /// <summary>Gets the turns of connections that receive long heads, so that half of the processors are left to short requests.</summary>
    public SemaphoreSlim Turns { get; } = new(Math.Max(1, Environment.ProcessorCount / 2));

    /// <summary>Returns a connection's share of the budget.</summary>
    public BufferBudget.Share ShareOfHeads(bool isUntrusted) => new(budget, FreeHeadBytes, HeadStep, isUntrusted);

    /// <summary>Returns a body's share of the budget. If tokens are required, its client has already sent a valid one.</summary>
    public BufferBudget.Share ShareOfBody() => new(budget, FreeBodyBytes, step: 1, isUntrusted: false);

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
        new(this, connection, transport, FreeHeadBytes, needTokens);
}
