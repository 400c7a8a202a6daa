using System.Buffers;
using System.Net.Sockets;
using Bridge.SocketPool.Diagnostics;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Connections;

/// <summary>The send queue of one connection. Everything that is queued leaves in one <c>send</c>, and one sender runs at a time.</summary>
/// <param name="socket">Where it is sent.</param>
/// <param name="gate">The connection's lock, which protects the queue.</param>
/// <param name="time">The clock whose microseconds requests carry.</param>
/// <param name="meters">What bytes are counted in.</param>
/// <param name="onBroken">Told that nothing can be sent any more.</param>
internal sealed class SendQueue(Socket socket, Lock gate, TimeProvider time, EmulatorMeters meters, Action<Exception> onBroken)
    : IThreadPoolWorkItem
{
    // A buffer that one large request has blown up is not kept.
    private const int KeptBufferBytes = 256 * 1024;

    private readonly Lock _gate = gate;
    private ArrayBufferWriter<byte> _queued = new(16 * 1024);
    private ArrayBufferWriter<byte> _spare = new(16 * 1024);
    private long _queuedTotal;
    private long _handedOver;
    private long _sentTotal;
    private bool _sending;
    private bool _isClosed;

    /// <summary>Bytes that wait to be sent; without the lock it may be a moment old.</summary>
    public long WaitingBytes => Math.Max(0, Volatile.Read(ref _queuedTotal) - Volatile.Read(ref _sentTotal));

    /// <summary>Bytes in the queue that no <c>send</c> was given. Needs the lock.</summary>
    public int QueuedBytes => _queued.WrittenCount;

    /// <summary>Where the next message begins in all that was ever queued. Needs the lock.</summary>
    public long Offset => _queuedTotal;

    void IThreadPoolWorkItem.Execute() => _ = SendQueuedAsync();

    /// <summary>Queues a message.</summary>
    /// <exception cref="ArgumentException">It is longer than the protocol allows; nothing is queued.</exception>
    public void Write_NeedsLock(long id, in EmulatorRequest request, int payloadLength, long now)
    {
        var before = _queued.WrittenCount;
        MessageWriter.Write(_queued, id, Microseconds(now), request, payloadLength);
        Volatile.Write(ref _queuedTotal, _queuedTotal + _queued.WrittenCount - before);
    }

    /// <summary>
    /// Takes the right to run the sender; false if it runs already. The caller that gets it calls <see cref="Run"/> without the lock.
    /// </summary>
    public bool TryStart_NeedsLock()
    {
        var starts = !_sending; // mutation: send-start
        _sending = true;
        return starts;
    }

    /// <summary>Closes the queue and returns how many bytes were handed to a <c>send</c>: what begins behind them has not left.</summary>
    public long Close_NeedsLock()
    {
        _isClosed = true;
        return _handedOver;
    }

    /// <summary>Starts the sender unless it runs. Not under the lock.</summary>
    public void Start()
    {
        lock (_gate)
        {
            if (!TryStart_NeedsLock())
                return;
        }

        Run(sendInline: false);
    }

    /// <summary>Runs the sender: at once for one of a few callers, which saves a change of threads; else in the thread pool.</summary>
    /// <remarks>By the time that it runs there it finds the others' requests queued as well: one <c>send</c> for all of them.</remarks>
    public void Run(bool sendInline)
    {
        if (sendInline)
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
                    rest = rest[Sent(await socket.SendAsync(rest, SocketFlags.None).ConfigureAwait(false))..];
                GiveBack(batch); // mutation: batch-sent
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            onBroken(exception);
        }
    }

    private int Sent(int count)
    {
        Volatile.Write(ref _sentTotal, _sentTotal + count); // mutation: sent-total
        meters.Sent(count);
        return count;
    }

    private ArrayBufferWriter<byte>? TakeQueued()
    {
        lock (_gate)
        {
            if (_queued.WrittenCount == 0 || _isClosed)
            {
                _sending = false; // mutation: send-end
                return null;
            }

            var batch = _queued;
            _queued = _spare;
            _handedOver = _queuedTotal; // mutation: handed-over
            return batch;
        }
    }

    private void GiveBack(ArrayBufferWriter<byte> batch)
    {
        if (batch.Capacity > KeptBufferBytes)
            batch = new ArrayBufferWriter<byte>(16 * 1024);
        else
            batch.ResetWrittenCount(); // mutation: batch-reset
        _spare = batch;
    }

    private long Microseconds(long timestamp) => (long)((Int128)timestamp * 1_000_000 / time.TimestampFrequency);
}
