using System.Buffers;
using Bridge.RawListener.Connections;
using Bridge.RawListener.Model;
using Bridge.RawListener.Sockets;
using Bridge.SocketPool.Framing;

namespace Bridge.RawListener.Loop;

/// <summary>Receives the bytes of clients and parses commands.</summary>
internal sealed class CommandReader(ISocketSystem sockets, ConnectionTable connections, CommandDispatcher dispatcher, TimeProvider time)
{
    // Max payload of the first message, which must be a hello. Its payload is ignored, so the bridge keeps no more of it for an unknown
    // client.
    private const int MaxHelloPayload = WireLimits.HeaderBytes;

    // Shared by all connections: incomplete messages are copied to a buffer of the connection before the next read.
    private readonly byte[] _received = new byte[64 * 1024];

    private static ReadOnlySpan<byte> HelloPrefix => "hello "u8;

    /// <summary>Receives the available bytes and starts the complete commands. Closes the connection at the end of the stream.</summary>
    /// <returns>Whether bytes were received.</returns>
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

    /// <summary>Starts the complete commands in a connection's buffer while there is room. Returns whether any started.</summary>
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

    // Returns how many bytes were used: all of them if the connection is refused.
    private int Begin(RawConnection connection, RawConnectionState state, ReadOnlySpan<byte> bytes)
    {
        var used = 0;
        while (state.CanBegin && used < bytes.Length)
        {
            var rest = bytes[used..];
            var scanned = state.Scanned;
            var status = CommandMessage.TryRead(rest, ref scanned, out var message, out var error);
            state.Scanned = status == OperationStatus.NeedMoreData ? scanned : 0;
            if (connection.Emulator is null && FindHelloError(rest, status, message) is { } helloError)
            {
                dispatcher.Refuse(connection, state, RawReply.Error(RawProblems.BadRequest, helloError));
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

    // Returns what is wrong with the first message; null if nothing is, or it is incomplete.
    private static string? FindHelloError(ReadOnlySpan<byte> bytes, OperationStatus status, in CommandMessage message)
    {
        bytes = bytes.TrimStart("\r\n"u8);
        var length = Math.Min(bytes.Length, HelloPrefix.Length);
        if (!bytes[..length].SequenceEqual(HelloPrefix[..length]))
            return "The first message must be hello 1 EMULATOR TOKEN; EMULATOR and TOKEN may be left out.";
        var payload = status == OperationStatus.Done
            ? message.Payload.Length
            : bytes.Length - WireLimits.HeaderBytes - WireLimits.Terminator.Length;
        return status is OperationStatus.Done or OperationStatus.NeedMoreData && payload > MaxHelloPayload
            ? $"The first message must be a hello with a payload of at most {MaxHelloPayload} bytes."
            : null;
    }
}
