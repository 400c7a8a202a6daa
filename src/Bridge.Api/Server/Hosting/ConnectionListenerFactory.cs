using System.Net;
using Bridge.Api.Server.Diagnostics;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;

namespace Bridge.Api.Server.Hosting;

/// <summary>Makes each of Kestrel's listeners a <see cref="ConnectionListener"/>.</summary>
internal sealed class ConnectionListenerFactory(
    SocketTransportFactory inner, TimeProvider time, WorkGuard guard, ILogger<ConnectionListener> logger)
    : IConnectionListenerFactory, IConnectionListenerFactorySelector
{
    public bool CanBind(EndPoint endpoint) => inner.CanBind(endpoint);

    public async ValueTask<IConnectionListener> BindAsync(EndPoint endpoint, CancellationToken cancellationToken = default) =>
        new ConnectionListener(await inner.BindAsync(endpoint, cancellationToken), time, guard, logger);
}
