using System.Buffers;
using Bridge.RawListener.Connections;
using Bridge.RawListener.Model;
using Bridge.RawListener.Sockets;

namespace Bridge.RawListener.Loop;

/// <summary>Sends replies in the order of their commands, as fast as the clients read them.</summary>
internal sealed class ReplySender(ISocketSystem sockets, ConnectionTable connections, ExchangePool exchanges, TimeProvider time)
{
    // Shared by all connections: what can't be sent at once is copied to a buffer of the connection.
    private readonly byte[] _sending = new byte[64 * 1024];

    /// <summary>Sends the replies that are ready. Returns false if the connection is closed.</summary>
    public bool TrySend(RawConnection connection, RawConnectionState state)
    {
        if (state.Output.HasBytes && !TrySendOutput(connection, state))
            return connection.IsOpen;
        var filled = 0;
        while (state.First is { IsCompleted: true } exchange)
        {
            var max = ReplyWriter.MaxBytes(exchange);
            if (filled > 0 && filled + max > _sending.Length)
            {
                if (!TrySendFilled(connection, state, filled))
                    return connection.IsOpen;
                filled = 0;
            }

            if (max <= _sending.Length)
            {
                filled += ReplyWriter.Write(exchange, _sending.AsSpan(filled));
            }
            else
            {
                var output = ArrayPool<byte>.Shared.Rent(max);
                state.Output.Keep(output, ReplyWriter.Write(exchange, output));
            }

            exchanges.Return(state.RemoveFirst());
            state.IsLong = false;
            if (state.Output.HasBytes && !TrySendOutput(connection, state))
                return connection.IsOpen;
        }

        return filled == 0 || TrySendFilled(connection, state, filled) || connection.IsOpen;
    }

    /// <summary>Sends a last reply, as far as the system accepts it at once, and closes the connection.</summary>
    public void SendAndClose(RawConnection connection, RawReply reply)
    {
        SendLast(connection.Socket, reply);
        connections.Close(connection);
    }

    /// <summary>Sends a last reply on a socket that is not in the table of connections, and closes the socket.</summary>
    public void SendAndClose(int socket, RawReply reply)
    {
        try
        {
            SendLast(socket, reply);
        }
        finally
        {
            sockets.Close(socket);
        }
    }

    private void SendLast(int socket, RawReply reply)
    {
        sockets.Send(socket, _sending.AsSpan(0, ReplyWriter.Write(reply, _sending)));
        sockets.EndSending(socket);
    }

    // Copies what the system doesn't accept to a buffer of the connection.
    private bool TrySendFilled(RawConnection connection, RawConnectionState state, int length)
    {
        var sent = sockets.Send(connection.Socket, _sending.AsSpan(0, length));
        if (sent == length)
            return true;
        if (sent == ISocketSystem.Failed)
        {
            connections.Close(connection);
            return false;
        }

        var rest = _sending.AsSpan(Math.Max(sent, 0)..length);
        var output = ArrayPool<byte>.Shared.Rent(rest.Length);
        rest.CopyTo(output);
        state.Output.Keep(output, rest.Length);
        state.WaitingSince = time.GetTimestamp();
        return false;
    }

    // Returns false if the client doesn't read all of it now, or the connection is closed.
    private bool TrySendOutput(RawConnection connection, RawConnectionState state)
    {
        while (state.Output.HasBytes)
        {
            var sent = sockets.Send(connection.Socket, state.Output.Bytes);
            if (sent == ISocketSystem.WouldBlock)
                return false;
            if (sent < 0)
            {
                connections.Close(connection);
                return false;
            }

            state.Output.Consume(sent);
            state.WaitingSince = time.GetTimestamp();
        }

        return true;
    }
}
