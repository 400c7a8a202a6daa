using System.Buffers;
using System.Net.Sockets;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Connections;

internal sealed partial class ReusableSocket : IThreadPoolWorkItem
{
    // A buffer that one large request has blown up is not kept.
    private const int KeptBufferBytes = 256 * 1024;

    // Up to so many in flight, the one that begins to send counted, are few.
    private const int Few = 8;

    private ArrayBufferWriter<byte> _queued = new(16 * 1024);
    private ArrayBufferWriter<byte> _spare = new(16 * 1024);
    private long _queuedTotal;
    private long _handedOver;
    private long _sentTotal;
    private bool _sending;

    void IThreadPoolWorkItem.Execute() => _ = SendQueuedAsync();

    private Exchange Enqueue_NeedsLock(
        in EmulatorRequest request, int payloadLength, long deadline, RetryRequest? retry, CancellationToken token)
    {
        if (_queued.WrittenCount + payloadLength + WireLimits.HeaderBytes > _options.SendQueueBytes)
            throw Overloaded(request, $"{_queued.WrittenCount} of {_options.SendQueueBytes} bytes wait to be sent");
        var now = _time.GetTimestamp();
        if (_exchanges.TryBegin(request, now, deadline, _queuedTotal, retry, token) is not { } exchange)
            throw Overloaded(request, $"{_exchanges.Room} requests are in flight");
        try
        {
            Write_NeedsLock(exchange.Id, request, payloadLength, now);
        }
        catch (ArgumentException)
        {
            _exchanges.TakeId(exchange);
            _exchanges.Release(exchange);
            throw;
        }

        return exchange;
    }

    private void QueueCancel_NeedsLock(long id)
    {
        if (_brokenBy is null)
            Write_NeedsLock(0, CommandTable.Cancel.Request(id), 0, _time.GetTimestamp());
    }

    private void Write_NeedsLock(long id, in EmulatorRequest request, int payloadLength, long now)
    {
        var before = _queued.WrittenCount;
        MessageWriter.Write(_queued, id, Microseconds(now), request, payloadLength);
        Volatile.Write(ref _queuedTotal, _queuedTotal + _queued.WrittenCount - before);
    }

    private void StartSending()
    {
        lock (_gate)
        {
            if (_sending)
                return;
            _sending = true;
        }

        RunSender(amongFew: false);
    }

    // Who is one of a few sends by itself, which saves a change of threads. Where more are in flight the sender goes to the thread pool, and
    // by the time it runs it finds the others' requests queued too: one send for all of them.
    private void RunSender(bool amongFew)
    {
        if (amongFew)
            _ = SendQueuedAsync();
        else
            ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
    }

    private async Task SendQueuedAsync()
    {
        try
        {
            while (TakeQueued() is { } batch)
            {
                for (var rest = batch.WrittenMemory; !rest.IsEmpty;)
                    rest = rest[Sent(await _socket.SendAsync(rest, SocketFlags.None).ConfigureAwait(false))..];
                GiveBack(batch);
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            Break(exception);
        }
    }

    private int Sent(int count)
    {
        Volatile.Write(ref _sentTotal, _sentTotal + count);
        _meters.Sent(count);
        return count;
    }

    private ArrayBufferWriter<byte>? TakeQueued()
    {
        lock (_gate)
        {
            if (_queued.WrittenCount == 0 || _brokenBy is not null)
            {
                _sending = false;
                return null;
            }

            var batch = _queued;
            _queued = _spare;
            _handedOver = _queuedTotal;
            return batch;
        }
    }

    private void GiveBack(ArrayBufferWriter<byte> batch)
    {
        if (batch.Capacity > KeptBufferBytes)
            batch = new ArrayBufferWriter<byte>(16 * 1024);
        else
            batch.ResetWrittenCount();
        _spare = batch;
    }

    private long Microseconds(long timestamp) => (long)((Int128)timestamp * 1_000_000 / _time.TimestampFrequency);

    private static EmulatorException Overloaded(in EmulatorRequest request, string detail) =>
        new(EmulatorFailure.Overloaded, $"The bridge can't take the command: {detail}. Nothing was run; try again in a moment.")
        {
            Command = request.Command,
            Category = request.Category,
        };
}
