using System.Buffers;
using System.Net.Sockets;
using System.Text;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Connections;

internal sealed partial class ReusableSocket
{
    private const int ReceiveBufferBytes = 64 * 1024;

    private readonly NoticeHandler _onNotice;
    private readonly byte[] _received = new byte[ReceiveBufferBytes];
    private int _start;
    private int _end;
    private long _lastHeard;

    private async Task ReceiveAsync()
    {
        try
        {
            while (true)
            {
                while (TryTakeMessage(out var large))
                {
                    if (large is not null)
                        await ReceiveRestAsync(large).ConfigureAwait(false);
                }

                if (_exchanges.Waiting > 0)
                    PromptAcknowledgement.Ask(_socket);
                MoveToFront();
                _end += Heard(await _socket.ReceiveAsync(_received.AsMemory(_end), SocketFlags.None).ConfigureAwait(false));
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException or EndOfStreamException or InvalidDataException or EmulatorException)
        {
            Break(exception);
        }
    }

    private async Task ReceiveRestAsync(PartialReply large)
    {
        using (large)
        {
            while (large.Missing is { IsEmpty: false } missing)
                large.Add(Heard(await _socket.ReceiveAsync(missing, SocketFlags.None).ConfigureAwait(false)));
            CheckTerminator(large.Terminator);
            Deliver(large);
        }
    }

    // Handles the message at the start of the buffer if it is whole. One that the buffer can't hold is handed out, its
    // beginning already copied, to be received straight into its reply.
    private bool TryTakeMessage(out PartialReply? large)
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
            _onNotice(new Notice(header.Word, header.Number, header.Arguments, payload));
        else
            Deliver(header.Id, header.Word, PartialReply.Copy(header, payload));
        _start += header.MessageLength;
        return true;
    }

    private int Heard(int count)
    {
        if (count == 0)
            throw new EndOfStreamException("the script closed the connection");
        _meters.Received(count);
        Volatile.Write(ref _lastHeard, _time.GetTimestamp());
        if (_silent)
            Volatile.Write(ref _silent, false);
        return count;
    }

    private void Deliver(long id, ReadOnlySpan<byte> status, EmulatorReply reply)
    {
        Exchange? exchange;
        lock (_gate)
            exchange = _exchanges.Take(id, LastHeard);

        if (exchange is not null && ReplyStatus.IsOk(status))
        {
            Count(exchange, LastHeard, failure: null);
            exchange.Complete(reply);
            return;
        }

        // A reply that nobody waits for any more is dropped by its id, never taken for another's.
        if (exchange is not null)
            Fail(exchange, LastHeard, exchange.ToException(ReplyStatus.ReadError(Encoding.ASCII.GetString(status), reply)));
        reply.Dispose();
    }

    private void Deliver(PartialReply large)
    {
        var reply = large.ToReply();
        if (large.Id != 0)
        {
            Deliver(large.Id, large.Status, reply);
            return;
        }

        using (reply)
            _onNotice(new Notice(large.Status, reply.Frame, reply.Arguments, reply.Payload.Span));
    }

    private void MoveToFront()
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
