using Bridge.RawListener.Connections;
using Bridge.RawListener.Model;
using Bridge.RawListener.Sockets;
using Microsoft.Extensions.Logging;

namespace Bridge.RawListener.Loop;

/// <summary>
/// The event loop: one thread that accepts, reads, asks the emulators and sends for all clients, and waits for nothing but the events of
/// its sockets. So a client needs no lock, no task and no buffer of its own while it is idle.
/// </summary>
/// <remarks>All state belongs to this thread. Only the exchanges that have ended come from other threads, those of the emulators.</remarks>
internal sealed class RawEventLoop
{
    private readonly ISocketSystem _sockets;
    private readonly TimeProvider _time;
    private readonly InputMemory _memory;
    private readonly EndedExchanges _ended;
    private readonly ConnectionTable _connections;
    private readonly CommandDispatcher _dispatcher;
    private readonly ConnectionHandler _handler;
    private readonly ConnectionAcceptor _acceptor;
    private readonly ConnectionTimeouts _timeouts;
    private readonly TaskCompletionSource _over = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly SocketEvent[] _events = new SocketEvent[256];
    // Made once: a method group would be a new delegate for each event.
    private readonly Action<RawConnection, SocketEvent> _handle;
    private readonly Action<RawConnection, RawExchange> _finish;
    private long _lastCheck;
    private volatile bool _isStopping;
    private volatile bool _isAborted;
    private bool _hasEndedAll;

    public RawEventLoop(ISocketSystem sockets, RawHost host, RawOptions options, RawMeters meters, TimeProvider time, ILogger logger)
    {
        _sockets = sockets;
        _time = time;
        _memory = new InputMemory(host.TryHoldInput);
        _ended = new EndedExchanges(sockets);
        var exchanges = new ExchangePool(_ended.Add);
        _connections = new ConnectionTable(sockets, exchanges, _memory, meters, time, exception => Log.ClientDropped(logger, exception));
        var authorization = new RawAuthorization(host, sockets);
        var sender = new ReplySender(sockets, _connections, exchanges, time);
        _dispatcher = new CommandDispatcher(host, authorization, exchanges, meters, time, logger);
        var reader = new CommandReader(sockets, _connections, _dispatcher, time);
        _handler = new ConnectionHandler(sockets, _connections, reader, _dispatcher, sender, time);
        (_handle, _finish) = (_handler.Handle, _handler.Finish);
        _acceptor = new ConnectionAcceptor(sockets, _connections, authorization, sender, meters, logger)
        {
            MaxConnections = options.Connections,
        };
        _timeouts = new ConnectionTimeouts(_connections, sender, meters, options.Patience, time);
    }

    /// <summary>Gets a task that ends when all clients have gone after <see cref="Stop"/>, or fails with the error of the loop.</summary>
    public Task Over => _over.Task;

    /// <summary>Serves clients until <see cref="Stop"/>, or until an error of its own. Once, on a thread of its own.</summary>
    /// <param name="listeners">Listening sockets, which stay the caller's.</param>
    /// <param name="closeListeners">Called when no more clients are accepted.</param>
    public void Run(IReadOnlyList<int> listeners, Action closeListeners)
    {
        Exception? failure = null;
        try
        {
            foreach (var listener in listeners)
                _acceptor.Add(listener);
            while (!(_isStopping && _connections.Count == 0 && _dispatcher.Running == 0))
            {
                RunOnce();
                if (!_isStopping || !_acceptor.IsListening)
                    continue;
                _acceptor.Stop();
                closeListeners();
            }
        }
        catch (Exception exception)
        {
            failure = exception;
        }

        End();
        if (failure is null)
            _over.TrySetResult();
        else
            _over.TrySetException(failure);
    }

    /// <summary>
    /// Accepts no more clients and reads nothing more. Clients that wait for no reply are closed at once, the others when they have it. May
    /// be called from any thread, like <see cref="Abort"/>.
    /// </summary>
    public void Stop()
    {
        _isStopping = true;
        _sockets.Wake();
    }

    /// <summary>Ends without waiting for any client.</summary>
    public void Abort()
    {
        _isAborted = true;
        Stop();
    }

    private void RunOnce()
    {
        var needsChecks = _connections.Active.Count > 0 || (_acceptor.IsPaused && !_isStopping);
        var count = _sockets.Wait(_events, needsChecks ? (int)_timeouts.Interval.TotalMilliseconds : -1);
        foreach (var happened in _events.AsSpan(0, count))
            Handle(happened);
        while (_ended.TryTake(out var exchange))
            _connections.Guard(exchange.Connection, exchange, _finish);
        if (_isStopping)
            EndAll();
        var now = _time.GetTimestamp();
        if (_time.GetElapsedTime(_lastCheck, now) >= _timeouts.Interval)
            Check(now);
        _connections.FreeSlots();
    }

    private void Handle(SocketEvent happened)
    {
        if (!ConnectionAcceptor.IsListener(happened))
        {
            if (_connections.Find(happened.Tag) is { } connection)
                _connections.Guard(connection, happened, _handle);
        }
        else if (!_isStopping)
        {
            _acceptor.Accept(happened);
        }
    }

    private void Check(long now)
    {
        _lastCheck = now;
        if (!_isStopping)
            _acceptor.Resume();
        _timeouts.CloseTimedOut(now);
    }

    private void EndAll()
    {
        if (_hasEndedAll && !_isAborted)
            return;
        _hasEndedAll = true;
        foreach (var connection in _connections.FindAll())
            _connections.Guard(connection, _isAborted, _handler.End);
    }

    // Whatever has ended the loop may come up again with each connection. Commands that still run are discarded when they end.
    private void End()
    {
        _connections.CloseAll();
        _ended.Close();
        _memory.ReturnAll();
        _sockets.Dispose();
    }
}
