using System.Collections.Concurrent;
using Bridge.RawListener.Sockets;

namespace Bridge.RawListener.Connections;

/// <summary>Passes the exchanges that the emulators have completed from the emulators' threads to the event loop.</summary>
internal sealed class EndedExchanges(ISocketSystem sockets)
{
    private readonly ConcurrentQueue<RawExchange> _queue = [];
    private bool _isClosed;

    /// <summary>Adds an exchange and wakes the loop. May be called from any thread.</summary>
    public void Add(RawExchange exchange)
    {
        _queue.Enqueue(exchange);
        if (Volatile.Read(ref _isClosed))
            Discard();
        else
            sockets.Wake();
    }

    /// <summary>Removes the next exchange.</summary>
    public bool TryTake(out RawExchange exchange) => _queue.TryDequeue(out exchange!);

    /// <summary>Discards all exchanges, also those added later, so that their slots in the emulators' clients are freed.</summary>
    public void Close()
    {
        // A full fence: an Add that follows the Discard here must see the flag.
        Interlocked.Exchange(ref _isClosed, true);
        Discard();
    }

    private void Discard()
    {
        while (_queue.TryDequeue(out var exchange))
            exchange.Discard();
    }
}
