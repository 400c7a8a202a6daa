using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Server.Kestrel.Https;

namespace Bridge.Api.Server.Inline;

/// <summary>Keeps the computations of TLS off the socket thread.</summary>
internal sealed class TlsEndpoint
{
    // How long a client that sends nothing may hold a connection; the same as for the head of a request.
    private static readonly TimeSpan MaxHandshake = TimeSpan.FromSeconds(10);

    /// <summary>Gets whether the endpoint has TLS. Known once Kestrel has read the endpoint's settings.</summary>
    public bool IsOn { get; private set; }

    /// <summary>Marks this endpoint as one with TLS. Called before the endpoint is bound.</summary>
    public void TurnOn(HttpsConnectionAdapterOptions https)
    {
        IsOn = true;
        https.HandshakeTimeout = MaxHandshake;
    }

    /// <summary>Moves a connection to the thread pool before TLS handles it, if the endpoint has TLS.</summary>
    public ConnectionDelegate Before(ConnectionDelegate next) => IsOn ? connection => ServeAsync(connection, next) : next;

    private static async Task ServeAsync(ConnectionContext connection, ConnectionDelegate next)
    {
        await InlineScheduling.SwitchToThreadPool();
        var transport = connection.Transport;
        connection.Transport = new PooledTransport(transport);
        try
        {
            await next(connection);
        }
        finally
        {
            connection.Transport = transport;
        }
    }
}
