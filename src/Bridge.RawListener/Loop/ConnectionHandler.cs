using Bridge.RawListener.Connections;
using Bridge.RawListener.Sockets;

namespace Bridge.RawListener.Loop;

/// <summary>Handles the events of connections: received bytes, room to send, completed commands, and shutdown.</summary>
internal sealed class ConnectionHandler(
    ISocketSystem sockets, ConnectionTable connections, CommandReader reader, CommandDispatcher dispatcher, ReplySender sender,
    TimeProvider time)
{
    /// <summary>Handles an event of a connection's socket.</summary>
    public void Handle(RawConnection connection, SocketEvent socketEvent)
    {
        if (socketEvent.HasHungUp)
        {
            connections.Close(connection);
            return;
        }

        if (socketEvent.Ready.HasFlag(SocketInterest.Send))
            Continue(connection);
        if (socketEvent.Ready.HasFlag(SocketInterest.Receive) && connection.IsOpen && connection.Interest.HasFlag(SocketInterest.Receive))
            Receive(connection);
    }

    /// <summary>Handles the completion of a command.</summary>
    public void Finish(RawConnection connection, RawExchange exchange)
    {
        var state = connection.State!;
        dispatcher.Finish(exchange);
        if (connection.IsOpen)
        {
            state.WaitingSince = time.GetTimestamp();
            if (state.First == exchange)
                Continue(connection);
        }
        else if (state.Running == 0)
        {
            connections.RemoveState(connection);
        }
    }

    /// <summary>Stops reading from a connection, which is closed after the replies to its commands, or at once.</summary>
    public void End(RawConnection connection, bool atOnce)
    {
        if (connection.State is not { } state || atOnce)
        {
            connections.Close(connection);
            return;
        }

        state.IsClosing = true;
        UpdateInterest(connection, state);
    }

    private void Receive(RawConnection connection)
    {
        if (reader.Receive(connection))
            Continue(connection);
        else if (connection is { IsOpen: true, State: { } state })
            UpdateInterest(connection, state);
    }

    // Sends ready replies and starts the commands that then have room, until neither makes progress.
    private void Continue(RawConnection connection)
    {
        var state = connections.GetState(connection);
        do
        {
            if (!sender.TrySend(connection, state))
                return;
        }
        while (state.Input.Length > 0 && state.CanBegin && reader.BeginBuffered(connection, state));
        UpdateInterest(connection, state);
    }

    // Watches the socket for what the connection now waits for, or closes the connection, or removes its state.
    private void UpdateInterest(RawConnection connection, RawConnectionState state)
    {
        if (state is { IsClosing: true, Commands: 0, Output.HasBytes: false })
        {
            sockets.EndSending(connection.Socket);
            connections.Close(connection);
            return;
        }

        var interest = (state.CanBegin ? SocketInterest.Receive : SocketInterest.None)
            | (state.Output.HasBytes ? SocketInterest.Send : SocketInterest.None);
        if (interest != connection.Interest)
        {
            connection.Interest = interest;
            if (!sockets.Watch(connection.Socket, connection.Slot, interest, isNew: false))
            {
                connections.Close(connection);
                return;
            }
        }

        if (state is { IsIdle: true, IsClosing: false } && connection.Emulator is not null)
            connections.RemoveState(connection);
    }
}
