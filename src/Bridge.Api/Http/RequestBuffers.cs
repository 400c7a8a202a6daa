using System.IO.Pipelines;
using Microsoft.AspNetCore.Connections;

namespace Bridge.Api.Http;

/// <summary>Counts what the connections of each endpoint buffer, behind TLS where there is TLS.</summary>
internal sealed class RequestBuffers(BufferBudget budget, LongAddresses addresses, bool needTokens, TimeProvider time)
{
    // A request line of other endpoints, or all header lines, and what was read with them.
    private const int FreeHeadBytes = 40 * 1024;

    // 256 heads have room at once, and each may grow to at least so much.
    private const int HeadStep = 256 * 1024;

    /// <summary>Bytes of a body that cost nothing: as much as is read at once.</summary>
    public const int FreeBodyBytes = 4096;

    public LongAddresses Addresses => addresses;

    public TimeProvider Time => time;

    /// <summary>Returns a connection's share of the budget.</summary>
    public BufferBudget.Share ShareOfHeads(bool isStranger) => new(budget, FreeHeadBytes, HeadStep, isStranger);

    /// <summary>Returns a body's share of the budget. Its client has sent a good token already where tokens are needed.</summary>
    public BufferBudget.Share ShareOfBody() => new(budget, FreeBodyBytes, step: 1, isStranger: false);

    /// <summary>Has connections counted from here on.</summary>
    /// <param name="next">What serves them.</param>
    /// <param name="tls">Whether there is TLS between here and HTTP.</param>
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
