using System.Net;
using System.Threading.Channels;
using Microsoft.AspNetCore.Connections;

namespace Bridge.LoadBench.Hook.InMemory;

/// <summary>Gives Kestrel connections without a file descriptor, beside those of its sockets.</summary>
internal sealed class MemoryTransport : IConnectionListenerFactory, IConnectionListenerFactorySelector, IConnectionListener
{
    private readonly Channel<ConnectionContext> _coming = Channel.CreateUnbounded<ConnectionContext>();

    public EndPoint EndPoint { get; } = new MemoryEndPoint();

    public void Add(ConnectionContext connection) => _coming.Writer.TryWrite(connection);

    public bool CanBind(EndPoint endpoint) => endpoint is MemoryEndPoint;

    public ValueTask<IConnectionListener> BindAsync(EndPoint endpoint, CancellationToken cancellationToken = default) => new(this);

    public async ValueTask<ConnectionContext?> AcceptAsync(CancellationToken cancellationToken = default)
    {
        while (await _coming.Reader.WaitToReadAsync(cancellationToken))
        {
            if (_coming.Reader.TryRead(out var connection))
                return connection;
        }

        return null;
    }

    public ValueTask UnbindAsync(CancellationToken cancellationToken = default)
    {
        _coming.Writer.TryComplete();
        return ValueTask.CompletedTask;
    }

    public ValueTask DisposeAsync() => UnbindAsync();
}
