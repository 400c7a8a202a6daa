using Bridge.RawListener.Connections;
using Bridge.RawListener.Model;
using Bridge.RawListener.Sockets;
using Microsoft.Extensions.Logging;

namespace Bridge.RawListener.Loop;

/// <summary>Accepts clients, up to the limit, and refuses those of other accounts.</summary>
internal sealed class ConnectionAcceptor(
    ISocketSystem sockets, ConnectionTable connections, RawAuthorization authorization, ReplySender sender, RawMeters meters,
    ILogger logger)
{
    // Connected clients are served between two batches of new ones.
    private const int MaxBatch = 64;

    // Tags of connections are their slots, 0 and above; -1 is the system's own tag.
    private const int FirstTag = -2;

    private readonly List<int> _listeners = [];
    private bool _acceptPaused;

    /// <summary>Gets the max concurrent clients.</summary>
    public required int MaxConnections { get; init; }

    /// <summary>Gets whether it accepts no clients for now, because the system has no room.</summary>
    public bool IsPaused => _acceptPaused;

    /// <summary>Gets whether it has listeners.</summary>
    public bool IsListening => _listeners.Count > 0;

    /// <summary>Returns whether an event belongs to a listener.</summary>
    public static bool IsListener(SocketEvent socketEvent) => socketEvent.Tag < 0;

    /// <summary>Watches a listening socket.</summary>
    /// <exception cref="InvalidOperationException">The system can't watch the socket.</exception>
    public void Add(int listener)
    {
        if (!sockets.Watch(listener, FirstTag - _listeners.Count, SocketInterest.Receive, isNew: true))
            throw new InvalidOperationException("The event loop can't watch a listening socket.");
        _listeners.Add(listener);
    }

    /// <summary>Accepts the clients that wait at a listener, up to one batch.</summary>
    public void Accept(SocketEvent socketEvent)
    {
        var listener = _listeners[FirstTag - socketEvent.Tag];
        for (var i = 0; i < MaxBatch; i++)
        {
            var socket = sockets.Accept(listener);
            if (socket == ISocketSystem.WouldBlock)
                return;
            if (socket < 0)
            {
                Log.NoRoom(logger);
                Watch(isPaused: true);
                return;
            }

            Open(socket);
        }
    }

    /// <summary>Accepts again after a pause.</summary>
    public void Resume()
    {
        if (_acceptPaused)
            Watch(isPaused: false);
    }

    /// <summary>Forgets the listeners.</summary>
    public void Stop()
    {
        _listeners.Clear();
        _acceptPaused = false;
    }

    private void Open(int socket)
    {
        var refusal = connections.Count < MaxConnections ? authorization.RefuseAccount(socket) : RawReply.Error(RawProblems.Overloaded,
            $"The raw listener already has {MaxConnections} clients, the maximum.", safeToRepeat: true);
        if (refusal is null)
        {
            connections.Open(socket);
            return;
        }

        meters.OnRefused();
        sender.SendAndClose(socket, refusal);
    }

    private void Watch(bool isPaused)
    {
        _acceptPaused = isPaused;
        for (var i = 0; i < _listeners.Count; i++)
            sockets.Watch(_listeners[i], FirstTag - i, isPaused ? SocketInterest.None : SocketInterest.Receive, isNew: false);
    }
}
