using System.Buffers;
using System.Net.Sockets;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Diagnostics;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;
using Bridge.SocketPool.Scheduling;

namespace Bridge.SocketPool.Connections;

/// <summary>
/// Queues the messages of one connection. All queued messages are sent with one <c>send</c>, and one sender runs at a time.
/// </summary>
/// <param name="socket">The socket to send on.</param>
/// <param name="gate">The connection's lock, which protects the queue.</param>
/// <param name="time">The clock for the timestamps in requests.</param>
/// <param name="meters">Counts the bytes.</param>
/// <param name="onBroken">Called when sending fails.</param>
internal sealed class SendQueue(Socket socket, Lock gate, TimeProvider time, EmulatorMeters meters, Action<Exception> onBroken)
    : IThreadPoolWorkItem
{
    // A buffer that one large request has grown beyond this is not kept.
    private const int MaxKeptBufferBytes = 256 * 1024;

    // With at most this many requests in flight, the caller sends right away. With more, a batch saves enough to wait for other requests.
    private const int MaxInFlightAtOnce = 8;

    // A batch waits until a third of the requests in flight is queued: the emulator works on the others meanwhile.
    private const int BatchesInFlight = 3;

    private readonly Lock _gate = gate;
    private ArrayBufferWriter<byte> _queued = new(16 * 1024);
    private ArrayBufferWriter<byte> _spare = new(16 * 1024);
    private long _queuedTotal;
    private long _submittedTotal;
    private long _sentTotal;
    private int _queuedMessages;
    private Action? _endRound;
    private bool _sending;
    private bool _waitsForRound;
    private bool _isClosed;

    /// <summary>Gets how many bytes are not sent yet. Without the lock the value may be slightly stale.</summary>
    public long WaitingBytes => Math.Max(0, Volatile.Read(ref _queuedTotal) - Volatile.Read(ref _sentTotal));

    /// <summary>Gets how many bytes were not passed to a <c>send</c> yet. Needs the lock.</summary>
    public int QueuedBytes => _queued.WrittenCount;

    /// <summary>Gets the offset of the next message in everything that was ever queued. Needs the lock.</summary>
    public long Offset => _queuedTotal;

    void IThreadPoolWorkItem.Execute() => _ = SendQueuedAsync();

    /// <summary>Queues a message. With the id 0, the script sends no reply.</summary>
    /// <exception cref="ArgumentException">The message is longer than the protocol allows; nothing is queued.</exception>
    public void Write_NeedsLock(long id, in EmulatorRequest request, int payloadLength, long now)
    {
        var before = _queued.WrittenCount;
        MessageWriter.Write(_queued, id, Microseconds(now), request, payloadLength);
        _queuedMessages++;
        Volatile.Write(ref _queuedTotal, _queuedTotal + _queued.WrittenCount - before);
    }

    /// <summary>
    /// Chooses when and on which thread the queued messages are sent, after one was queued. The caller must release the lock and then pass
    /// the result to <see cref="Run"/>.
    /// </summary>
    /// <param name="inFlight">How many requests are in flight, with those in the queue.</param>
    public SendTurn Claim_NeedsLock(int inFlight)
    {
        var isDue = inFlight <= MaxInFlightAtOnce || _queuedMessages * BatchesInFlight >= inFlight;
        // A sender that waits for the round's end is started before it once the queue is long.
        var starts = !_sending || isDue && _waitsForRound; // mutation: send-start
        if (!starts)
            return SendTurn.Claimed;
        _sending = true;
        _waitsForRound = !isDue && RoundEnd.IsKnown;
        return isDue ? SendTurn.Now : _waitsForRound ? SendTurn.AtRoundEnd : SendTurn.InThreadPool;
    }

    /// <summary>
    /// Closes the queue. Returns the offset up to which bytes were passed to a <c>send</c>: messages that start after it were not sent.
    /// </summary>
    public long Close_NeedsLock()
    {
        _isClosed = true;
        return _submittedTotal;
    }

    /// <summary>Has the queue sent soon. Must be called without the lock.</summary>
    public void Start()
    {
        SendTurn turn;
        // As with many requests in flight: no caller waits for a cancel or a tick, so that it can be sent with the next batch.
        lock (_gate)
            turn = Claim_NeedsLock(inFlight: int.MaxValue);
        Run(turn);
    }

    /// <summary>Sends a tick, which has no effect and no reply, unless messages are queued. Must be called without the lock.</summary>
    public void SendTick()
    {
        lock (_gate)
        {
            if (_isClosed || QueuedBytes > 0)
                return;
            Write_NeedsLock(id: 0, CommandTable.Tick.Request(), payloadLength: 0, time.GetTimestamp());
        }

        Start();
    }

    /// <summary>Runs the sender now, or schedules it. Must be called without the lock.</summary>
    /// <remarks>A scheduled sender also takes the requests that are queued until it runs, all with one <c>send</c>.</remarks>
    public void Run(SendTurn turn)
    {
        // If no socket can be opened to notice the round's end, the thread pool takes over.
        if (turn == SendTurn.Now)
            _ = SendQueuedAsync();
        else if (turn == SendTurn.InThreadPool || turn == SendTurn.AtRoundEnd && !RoundEnd.TryAdd(_endRound ??= EndRound) && TakeOver())
            ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
    }

    // A caller may have run the sender earlier, because the queue was long.
    private void EndRound()
    {
        if (TakeOver())
            _ = SendQueuedAsync(); // mutation: round-end
    }

    // Returns whether the sender still waits for the round's end; then the caller has to run it.
    private bool TakeOver()
    {
        lock (_gate)
        {
            var waits = _waitsForRound;
            _waitsForRound = false; // mutation: round-over
            return waits;
        }
    }

    private async Task SendQueuedAsync()
    {
        try
        {
            while (TakeQueued() is { } batch)
            {
                for (var rest = batch.WrittenMemory; !rest.IsEmpty;)
                    rest = rest[Sent(await socket.SendAsync(rest, SocketFlags.None).ConfigureAwait(false))..];
                ReturnBuffer(batch); // mutation: batch-sent
            }
        }
        catch (Exception exception)
        {
            onBroken(exception);
        }
    }

    private int Sent(int count)
    {
        Volatile.Write(ref _sentTotal, _sentTotal + count); // mutation: sent-total
        meters.CountSent(count);
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
            _queuedMessages = 0;
            _submittedTotal = _queuedTotal; // mutation: handed-over
            return batch;
        }
    }

    private void ReturnBuffer(ArrayBufferWriter<byte> batch)
    {
        if (batch.Capacity > MaxKeptBufferBytes)
            batch = new ArrayBufferWriter<byte>(16 * 1024);
        else
            batch.ResetWrittenCount(); // mutation: batch-reset
        _spare = batch;
    }

    private long Microseconds(long timestamp) => (long)((Int128)timestamp * 1_000_000 / time.TimestampFrequency);
}
