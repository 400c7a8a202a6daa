using System.Buffers;
using Bridge.RawListener.Connections;
using Bridge.RawListener.Model;
using Bridge.RawListener.Sockets;
using Bridge.SocketPool.Framing;

namespace Bridge.RawListener.Loop;

/// <summary>Receives the bytes of clients and takes commands out of them.</summary>
internal sealed class CommandReader(ISocketSystem sockets, ConnectionTable connections, CommandDispatcher dispatcher, TimeProvider time)
{
    // A first message must be a hello, whose payload nothing uses: before it a client can't make the bridge keep more than this.
    private const int MaxGreetingPayload = WireLimits.HeaderBytes;

    // Shared by all connections: what is no whole message is copied out of it before the next read.
    private readonly byte[] _received = new byte[64 * 1024];

    private static ReadOnlySpan<byte> Greeting => "hello "u8;

    /// <summary>Receives what has arrived, and begins the commands that are whole. Closes the connection at its end.</summary>
    /// <returns>Whether anything has arrived.</returns>
    public bool Receive(RawConnection connection)
    {
        var count = sockets.Receive(connection.Socket, _received);
        if (count == ISocketSystem.WouldBlock)
            return false;
        if (count <= 0)
        {
            connections.Close(connection);
            return false;
        }

        var state = connections.GetState(connection);
        ReadOnlySpan<byte> bytes = _received.AsSpan(0, count);
        if (state.Input.Length > 0)
        {
            if (Keep(connection, state, bytes))
                BeginBuffered(connection, state);
            return true;
        }

        var used = Begin(connection, state, bytes);
        if (used < count && Keep(connection, state, bytes[used..]))
            state.WaitingSince = time.GetTimestamp();
        return true;
    }

    /// <summary>Begins the commands that are whole in a connection's buffer, as far as there is room; returns whether any began.</summary>
    public bool BeginBuffered(RawConnection connection, RawConnectionState state)
    {
        var used = Begin(connection, state, state.Input.Bytes);
        if (used > 0)
            state.Input.Consume(used);
        return used > 0;
    }

    private bool Keep(RawConnection connection, RawConnectionState state, ReadOnlySpan<byte> bytes)
    {
        if (state.Input.TryAppend(bytes))
            return true;
        state.Input.Clear();
        dispatcher.Refuse(connection, state, RawReply.Error(RawProblems.Overloaded,
            "The unfinished messages of all clients use all the memory reserved for them. The bridge used none of this "
            + "message.", safeToRepeat: true));
        return false;
    }

    // Returns how many bytes were used: all of them when the connection is refused.
    private int Begin(RawConnection connection, RawConnectionState state, ReadOnlySpan<byte> bytes)
    {
        var used = 0;
        while (state.CanBegin && used < bytes.Length)
        {
            var rest = bytes[used..];
            var scanned = state.Scanned;
            var status = CommandMessage.TryRead(rest, ref scanned, out var message, out var error);
            state.Scanned = status == OperationStatus.NeedMoreData ? scanned : 0;
            if (connection.Emulator is null && FindFault(rest, status, message) is { } fault)
            {
                dispatcher.Refuse(connection, state, RawReply.Error(RawProblems.BadRequest, fault));
                return bytes.Length;
            }

            if (status == OperationStatus.NeedMoreData)
                break;
            if (status != OperationStatus.Done)
            {
                var problem = status == OperationStatus.InvalidData ? RawProblems.BadRequest : RawProblems.TooLarge;
                dispatcher.Refuse(connection, state, RawReply.Error(problem, $"The message {error}."));
                return bytes.Length;
            }

            if (!dispatcher.TryBegin(connection, state, message))
                break;
            used += message.Length;
        }

        return used;
    }

    // What is wrong with the beginning of a connection.
    private static string? FindFault(ReadOnlySpan<byte> bytes, OperationStatus status, in CommandMessage message)
    {
        bytes = bytes.TrimStart("\r\n"u8);
        var length = Math.Min(bytes.Length, Greeting.Length);
        if (!bytes[..length].SequenceEqual(Greeting[..length]))
            return "The first message must be hello 1 EMULATOR TOKEN; EMULATOR and TOKEN may be left out.";
        var payload = status == OperationStatus.Done
            ? message.Payload.Length
            : bytes.Length - WireLimits.HeaderBytes - WireLimits.Terminator.Length;
        return status is OperationStatus.Done or OperationStatus.NeedMoreData && payload > MaxGreetingPayload
            ? $"The first message must be a hello with a payload of at most {MaxGreetingPayload} bytes."
            : null;
    }
}
