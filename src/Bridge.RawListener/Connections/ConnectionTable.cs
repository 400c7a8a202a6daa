using Bridge.RawListener.Sockets;
using Microsoft.Extensions.ObjectPool;

namespace Bridge.RawListener.Connections;

/// <summary>Holds the open connections, and the states of those that are not idle.</summary>
internal sealed class ConnectionTable(
    ISocketSystem sockets, ExchangePool exchanges, InputMemory memory, RawMeters meters, TimeProvider time, Action<Exception> logError)
{
    private const int MaxKeptStates = 256;

    private readonly Stack<int> _freeSlots = [];
    // The current batch of events may have another one for a closed socket, so its slot is reused only after the batch.
    private readonly List<int> _closedSlots = [];
    private readonly List<RawConnection> _active = [];
    private readonly DefaultObjectPool<RawConnectionState> _states = new(
        new ResettablePolicy<RawConnectionState>(() => new RawConnectionState(memory)), MaxKeptStates);
    private RawConnection?[] _connections = new RawConnection?[64];

    /// <summary>Gets how many connections are open.</summary>
    public int Count { get; private set; }

    /// <summary>Gets the connections that have a state. Removing one moves the last one to its index.</summary>
    public IReadOnlyList<RawConnection> Active => _active;

    /// <summary>Returns the open connection of a slot; null if there is none.</summary>
    public RawConnection? Find(int slot) => _connections[slot] is { IsOpen: true } connection ? connection : null;

    /// <summary>Returns all open connections.</summary>
    public IEnumerable<RawConnection> FindAll() => _connections.Where(connection => connection is { IsOpen: true })!;

    /// <summary>Adds an accepted socket and watches it. Closes it if the system can't watch it.</summary>
    public void Open(int socket)
    {
        if (!_freeSlots.TryPop(out var slot))
            slot = Count + _closedSlots.Count;
        if (slot >= _connections.Length)
            Array.Resize(ref _connections, 2 * _connections.Length);
        var connection = new RawConnection(socket, slot);
        if (!sockets.Watch(socket, slot, connection.Interest, isNew: true))
        {
            _freeSlots.Push(slot);
            sockets.Close(socket);
            return;
        }

        _connections[slot] = connection;
        Count++;
        meters.OnOpened();
        // The state measures how long the hello takes.
        GetState(connection);
    }

    /// <summary>Returns the state of a connection, and creates it if there is none.</summary>
    public RawConnectionState GetState(RawConnection connection)
    {
        if (connection.State is { } present)
            return present;
        var state = _states.Get();
        state.WaitingSince = time.GetTimestamp();
        state.ActiveIndex = _active.Count;
        _active.Add(connection);
        connection.State = state;
        return state;
    }

    /// <summary>Removes the state of a connection. None of its commands may be running.</summary>
    public void RemoveState(RawConnection connection)
    {
        var state = connection.State!;
        connection.State = null;
        while (state.Commands > 0)
            exchanges.Return(state.RemoveFirst());
        var last = _active[^1];
        _active[state.ActiveIndex] = last;
        if (last.State is { } moved)
            moved.ActiveIndex = state.ActiveIndex;
        _active.RemoveAt(_active.Count - 1);
        _states.Return(state);
    }

    /// <summary>Closes a connection and cancels its commands. Its state is removed after the last of them has ended.</summary>
    public void Close(RawConnection connection)
    {
        if (!connection.IsOpen)
            return;
        var socket = connection.Socket;
        connection.Socket = -1;
        Count--;
        meters.OnClosed();
        _closedSlots.Add(connection.Slot);
        sockets.Close(socket);
        if (connection.State is not { } state)
            return;
        state.Close();
        if (state.Running == 0)
            RemoveState(connection);
    }

    /// <summary>Runs an action for one connection. An internal error closes this connection and no other.</summary>
    public void Guard<T>(RawConnection connection, T argument, Action<RawConnection, T> action)
    {
        try
        {
            action(connection, argument);
        }
        catch (Exception exception)
        {
            logError(exception);
            Close(connection);
            if (connection.State is { Running: 0 })
                RemoveState(connection);
        }
    }

    /// <summary>Closes all connections, even if closing one fails.</summary>
    public void CloseAll()
    {
        foreach (var connection in FindAll())
        {
            try
            {
                Close(connection);
            }
            catch (Exception exception)
            {
                logError(exception);
            }
        }
    }

    /// <summary>Frees the slots of closed connections. Must be called after all events of a batch.</summary>
    public void FreeSlots()
    {
        foreach (var slot in _closedSlots)
        {
            _connections[slot] = null;
            _freeSlots.Push(slot);
        }

        _closedSlots.Clear();
    }
}
