using Bridge.Api.Http;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Server.Kestrel.Https;

namespace Bridge.Api.Hosting;

/// <summary>Keeps what TLS computes away from the thread that waits for sockets, at an endpoint that speaks it.</summary>
internal sealed class TlsEndpoint
{
    // A client that connects and then sends nothing holds a connection for so long. The same as for the head of a request.
    private static readonly TimeSpan MaxHandshake = TimeSpan.FromSeconds(10);

    /// <summary>Whether it has TLS. Known once Kestrel has read the endpoint's settings.</summary>
    public bool IsOn { get; private set; }

    /// <summary>Marks this endpoint as one with TLS. Called before the endpoint is bound.</summary>
    public void TurnOn(HttpsConnectionAdapterOptions https)
    {
        IsOn = true;
        https.HandshakeTimeout = MaxHandshake;
    }

    /// <summary>Has a connection continue in the thread pool before TLS sees it, if there is TLS.</summary>
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
