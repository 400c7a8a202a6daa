using System.Buffers;
using System.Net.Sockets;
using Bridge.SocketPool.Diagnostics;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;
using Bridge.SocketPool.Scheduling;

namespace Bridge.SocketPool.Connections;

/// <summary>Handles a reply, which it owns from then on. Called on the connection's receive thread, so it must be quick.</summary>
internal delegate void ReplyHandler(long id, ReadOnlySpan<byte> status, EmulatorReply reply);

/// <summary>Receives the messages of one connection and passes each to its handler.</summary>
/// <param name="socket">The socket to receive from.</param>
/// <param name="acks">Requests acknowledgements before each wait for a new message.</param>
/// <param name="time">The clock for <see cref="LastHeard"/>.</param>
/// <param name="meters">Counts the bytes.</param>
/// <param name="onReply">Called with each reply.</param>
/// <param name="onServerMessage">Called with each message that answers no request.</param>
internal sealed class MessageReceiver(
    Socket socket, PromptAcks acks, TimeProvider time, EmulatorMeters meters, ReplyHandler onReply, ServerMessageHandler onServerMessage)
{
    private const int ReceiveBufferBytes = 64 * 1024;

    private readonly byte[] _received = new byte[ReceiveBufferBytes];
    private int _start;
    private int _end;
    private long _lastHeard = time.GetTimestamp();
    private bool _silent;

    /// <summary>Gets when something was last received, as a timestamp of the clock.</summary>
    public long LastHeard => Volatile.Read(ref _lastHeard);

    /// <summary>Gets or sets whether the emulator has stopped responding; false again as soon as anything is received.</summary>
    public bool IsSilent
    {
        get => Volatile.Read(ref _silent);
        set => Volatile.Write(ref _silent, value);
    }

    /// <summary>Receives until the connection ends.</summary>
    /// <returns>Why the connection ended.</returns>
    public async Task<Exception> RunAsync()
    {
        try
        {
            while (true)
            {
                while (TryHandleMessage(out var large))
                {
                    if (large is not null)
                        await ReceiveRestAsync(large).ConfigureAwait(false);
                }

                acks.Request();
                CompactBuffer();
                _end += OnReceived(await socket.ReceiveAsync(_received.AsMemory(_end), SocketFlags.None).ConfigureAwait(false));
            }
        }
        catch (Exception exception)
        {
            return exception;
        }
    }

    private async Task ReceiveRestAsync(PartialReply large)
    {
        using (large) // mutation: large-reply
        {
            while (large.Missing is { IsEmpty: false } missing)
                large.Add(OnReceived(await socket.ReceiveAsync(missing, SocketFlags.None).ConfigureAwait(false)));
            CheckTerminator(large.Terminator);
            Deliver(large);
        }
    }

    // Handles the message at the start of the buffer. A message longer than the buffer is returned as a PartialReply with its first bytes,
    // and the rest is received directly into it. Returns false if more bytes are needed.
    private bool TryHandleMessage(out PartialReply? large)
    {
        large = null;
        var buffer = _received.AsSpan(_start.._end);
        switch (MessageHeader.TryRead(buffer, out var header, out var error))
        {
            case OperationStatus.NeedMoreData:
                return false;
            case OperationStatus.InvalidData:
                throw new InvalidDataException($"The script broke the protocol: {error}.");
        }

        if (header.MessageLength > ReceiveBufferBytes)
        {
            var part = new PartialReply(header, buffer);
            _start += part.Consumed;
            large = part;
            return true;
        }

        if (buffer.Length < header.MessageLength)
            return false;

        var payload = buffer.Slice(header.HeaderLength, header.PayloadLength);
        CheckTerminator(buffer[(header.HeaderLength + header.PayloadLength)..header.MessageLength]);
        if (header.Id == 0)
            onServerMessage(new ServerMessage(header.Word, header.Number, header.Arguments, payload));
        else
            onReply(header.Id, header.Word, SmallReply.Copy(header, payload));
        _start += header.MessageLength;
        return true;
    }

    private int OnReceived(int count)
    {
        if (count == 0)
            throw new EndOfStreamException("The script closed the connection.");
        meters.CountReceived(count);
        Volatile.Write(ref _lastHeard, time.GetTimestamp());
        if (_silent)
            Volatile.Write(ref _silent, false);
        return count;
    }

    private void Deliver(PartialReply large)
    {
        var reply = large.ToReply();
        if (large.Id != 0)
        {
            onReply(large.Id, large.Word, reply);
            return;
        }

        using (reply)
            onServerMessage(new ServerMessage(large.Word, reply.Frame, reply.Arguments, reply.Payload.Span));
    }

    private void CompactBuffer()
    {
        if (_start == 0)
            return;
        _received.AsSpan(_start.._end).CopyTo(_received);
        _end -= _start;
        _start = 0;
    }

    private static void CheckTerminator(ReadOnlySpan<byte> bytes)
    {
        if (!bytes.SequenceEqual(WireLimits.Terminator))
            throw new InvalidDataException("The script broke the protocol: a message does not end where its length says.");
    }
}
