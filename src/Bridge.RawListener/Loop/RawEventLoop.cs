using Bridge.RawListener.Connections;
using Bridge.RawListener.Model;
using Bridge.RawListener.Sockets;
using Microsoft.Extensions.Logging;

namespace Bridge.RawListener.Loop;

/// <summary>
/// Runs the event loop: one thread accepts, reads, calls the emulators and sends for all clients, and blocks only to wait for socket
/// events. So an idle client needs no lock, no task and no buffer.
/// </summary>
/// <remarks>All state belongs to this thread. Only completed exchanges come from other threads, those of the emulators.</remarks>
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
    private readonly TaskCompletionSource _completion = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly SocketEvent[] _events = new SocketEvent[256];
    // Created once: a method group would allocate a delegate for each event.
    private readonly Action<RawConnection, SocketEvent> _handle;
    private readonly Action<RawConnection, RawExchange> _finish;
    private long _lastCheck;
    private volatile bool _isStopping;
    private volatile bool _isAborted;
    private bool _hasEndedConnections;

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

    /// <summary>
    /// Gets a task that completes when all clients have gone after <see cref="Stop"/>, or fails with the error of the loop.
    /// </summary>
    public Task Completion => _completion.Task;

    /// <summary>
    /// Serves clients until <see cref="Stop"/>, or until an error of the loop itself. May be called only once, on a thread of its own.
    /// </summary>
    /// <param name="listeners">Listening sockets, owned by the caller.</param>
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

        CleanUp();
        if (failure is null)
            _completion.TrySetResult();
        else
            _completion.TrySetException(failure);
    }

    /// <summary>
    /// Accepts no more clients and reads nothing more. Closes clients without pending commands at once, and the others after their replies.
    /// May be called from any thread, like <see cref="Abort"/>.
    /// </summary>
    public void Stop()
    {
        _isStopping = true;
        _sockets.Wake();
    }

    /// <summary>Stops without waiting for any client.</summary>
    public void Abort()
    {
        _isAborted = true;
        Stop();
    }

    private void RunOnce()
    {
        var needsChecks = _connections.Active.Count > 0 || (_acceptor.IsPaused && !_isStopping);
        var count = _sockets.Wait(_events, needsChecks ? (int)_timeouts.Interval.TotalMilliseconds : -1);
        foreach (var socketEvent in _events.AsSpan(0, count))
            Handle(socketEvent);
        while (_ended.TryTake(out var exchange))
            _connections.Guard(exchange.Connection, exchange, _finish);
        if (_isStopping)
            EndConnections();
        var now = _time.GetTimestamp();
        if (_time.GetElapsedTime(_lastCheck, now) >= _timeouts.Interval)
            Check(now);
        _connections.FreeSlots();
    }

    private void Handle(SocketEvent socketEvent)
    {
        if (!ConnectionAcceptor.IsListener(socketEvent))
        {
            if (_connections.Find(socketEvent.Tag) is { } connection)
                _connections.Guard(connection, socketEvent, _handle);
        }
        else if (!_isStopping)
        {
            _acceptor.Accept(socketEvent);
        }
    }

    private void Check(long now)
    {
        _lastCheck = now;
        if (!_isStopping)
            _acceptor.Resume();
        _timeouts.CloseTimedOut(now);
    }

    private void EndConnections()
    {
        if (_hasEndedConnections && !_isAborted)
            return;
        _hasEndedConnections = true;
        foreach (var connection in _connections.FindAll())
            _connections.Guard(connection, _isAborted, _handler.End);
    }

    // Closing a connection may fail with the error that ended the loop. Replies to commands that still run are discarded.
    private void CleanUp()
    {
        _connections.CloseAll();
        _ended.Close();
        _memory.ReturnAll();
        _sockets.Dispose();
    }
}
