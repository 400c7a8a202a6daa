using System.IO.Pipelines;
using System.Net;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Http.Features;

namespace Bridge.Api.Server.Limits;

/// <summary>
/// Wraps the decrypted transport of a connection. TLS runs after all connection middleware of an endpoint and sets the transport for
/// HTTP, so the setter sees it.
/// </summary>
internal sealed class ConnectionBehindTls(ConnectionContext inner, Func<ConnectionContext, IDuplexPipe, IDuplexPipe> wrap)
    : ConnectionContext
{
    // TLS restores it when the connection ends.
    private readonly IDuplexPipe _encrypted = inner.Transport;

    public override IDuplexPipe Transport
    {
        get => inner.Transport;
        set => inner.Transport = ReferenceEquals(value, _encrypted) ? value : wrap(inner, value);
    }

    public override string ConnectionId
    {
        get => inner.ConnectionId;
        set => inner.ConnectionId = value;
    }

    public override IFeatureCollection Features => inner.Features;

    public override IDictionary<object, object?> Items
    {
        get => inner.Items;
        set => inner.Items = value;
    }

    public override CancellationToken ConnectionClosed
    {
        get => inner.ConnectionClosed;
        set => inner.ConnectionClosed = value;
    }

    public override EndPoint? LocalEndPoint
    {
        get => inner.LocalEndPoint;
        set => inner.LocalEndPoint = value;
    }

    public override EndPoint? RemoteEndPoint
    {
        get => inner.RemoteEndPoint;
        set => inner.RemoteEndPoint = value;
    }

    public override void Abort(ConnectionAbortedException abortReason) => inner.Abort(abortReason);
}
