using System.Collections.Concurrent;
using Bridge.RawListener.Sockets;

namespace Bridge.RawListener.Connections;

/// <summary>The exchanges whose emulator's part has ended, on their way from the threads of the emulators to the loop.</summary>
internal sealed class EndedExchanges(ISocketSystem sockets)
{
    private readonly ConcurrentQueue<RawExchange> _queue = [];
    private bool _isClosed;

    /// <summary>Adds one and wakes the loop. May be called from any thread.</summary>
    public void Add(RawExchange exchange)
    {
        _queue.Enqueue(exchange);
        if (Volatile.Read(ref _isClosed))
            Discard();
        else
            sockets.Wake();
    }

    /// <summary>Takes the next one.</summary>
    public bool TryTake(out RawExchange exchange) => _queue.TryDequeue(out exchange!);

    /// <summary>Discards those that are here and those that still come, so that the emulators' clients get their places back.</summary>
    public void Close()
    {
        // A full fence: what is added after the queue was emptied here has to see it.
        Interlocked.Exchange(ref _isClosed, true);
        Discard();
    }

    private void Discard()
    {
        while (_queue.TryDequeue(out var exchange))
            exchange.Discard();
    }
}
