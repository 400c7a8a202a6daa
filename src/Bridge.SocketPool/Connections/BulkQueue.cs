namespace Bridge.SocketPool.Connections;

/// <summary>
/// Queues the bulk requests of one emulator, those that take the script a millisecond or more. Two may be in flight, so that no short
/// request waits for more of them: one runs while the next is on its way. The clients take turns, so that
/// a client with many requests doesn't delay the others.
/// </summary>
/// <param name="maxRequests">Max requests in flight and queued, from 1.</param>
/// <param name="maxBytes">Max bytes of payload of queued requests.</param>
internal sealed class BulkQueue(int maxRequests, int maxBytes)
{
    /// <summary>Max requests in flight.</summary>
    public const int MaxInFlight = 2;

    private readonly Lock _gate = new();
    private readonly List<BulkTurn> _queued = [];
    private readonly AdaptiveLimit _limit = new(maxRequests);
    private int _count;
    private int _inFlight;
    private int _queuedBytes;
    private long _replies;
    private long _round;

    /// <summary>Gets how many requests are queued. May be slightly stale.</summary>
    public int Count => Volatile.Read(ref _count);

    /// <summary>Gets the bytes of payload of the queued requests. May be slightly stale.</summary>
    public long QueuedBytes => Volatile.Read(ref _queuedBytes);

    /// <summary>Gets whether no request is in flight or queued. May be slightly stale.</summary>
    public bool IsEmpty => Count == 0 && Volatile.Read(ref _inFlight) == 0;

    /// <summary>Queues a request, whose turn may begin at once.</summary>
    /// <param name="origin">The client.</param>
    /// <param name="bytes">Bytes of its payload.</param>
    /// <param name="now">The current timestamp.</param>
    /// <param name="deadline">The request's deadline, as a timestamp.</param>
    /// <param name="refusal">Why the queue is full; null if it is not.</param>
    /// <returns>The turn, which must end with <see cref="End"/> or <see cref="TryLeave"/>; null if the queue is full.</returns>
    public BulkTurn? TryEnter(object? origin, int bytes, long now, long deadline, out string? refusal)
    {
        lock (_gate)
        {
            refusal = RefusalOf_NeedsLock(bytes);
            if (refusal is not null)
                return null;
            var latest = _queued.FindLast(other => Equals(other.Origin, origin))?.Round ?? _round;
            var turn = new BulkTurn
            {
                Origin = origin, Bytes = bytes, EnteredAt = now, Deadline = deadline, Round = latest + 1,
                QueuedAhead = _inFlight + _queued.Count, RepliesBefore = _replies,
            };
            Add_NeedsLock(turn);
            StartNext_NeedsLock();
            return turn;
        }
    }

    /// <summary>Removes a request whose turn has not begun.</summary>
    /// <param name="turn">Its turn.</param>
    /// <param name="isLate">Whether its deadline has passed.</param>
    /// <returns>False if the turn has begun.</returns>
    public bool TryLeave(BulkTurn turn, bool isLate)
    {
        lock (_gate)
        {
            if (!Remove_NeedsLock(turn))
                return false;
            // An emulator that answers nothing is paused or gone, which says nothing about its throughput.
            if (isLate && _replies > turn.RepliesBefore)
                _limit.CountReply(long.MaxValue, allowed: 0, turn.QueuedAhead);
            return true;
        }
    }

    /// <summary>Ends a turn that has begun, and begins the next one.</summary>
    /// <param name="turn">The turn.</param>
    /// <param name="now">The current timestamp.</param>
    /// <param name="isAnswered">Whether the emulator has replied.</param>
    public void End(BulkTurn turn, long now, bool isAnswered)
    {
        lock (_gate)
        {
            _inFlight--;
            if (isAnswered)
            {
                _replies++;
                _limit.CountReply(now - turn.EnteredAt, turn.Deadline - turn.EnteredAt, turn.QueuedAhead);
            }

            StartNext_NeedsLock();
        }
    }

    private string? RefusalOf_NeedsLock(int bytes)
    {
        if (_inFlight + _queued.Count >= _limit.Current)
            return $"{_limit.Current} requests are in flight";
        // With fewer in flight, the turn begins at once and nothing is queued.
        return _inFlight == MaxInFlight && _queuedBytes + bytes > maxBytes
            ? $"{_queuedBytes} of {maxBytes} bytes of the send queue are in use"
            : null;
    }

    private void StartNext_NeedsLock()
    {
        if (_inFlight == MaxInFlight || _queued.MinBy(turn => turn.Round) is not { } next)
            return;
        Remove_NeedsLock(next);
        _inFlight++;
        _round = Math.Max(_round, next.Round);
        next.Begin();
    }

    private void Add_NeedsLock(BulkTurn turn)
    {
        _queued.Add(turn);
        Volatile.Write(ref _queuedBytes, _queuedBytes + turn.Bytes);
        Volatile.Write(ref _count, _queued.Count);
    }

    private bool Remove_NeedsLock(BulkTurn turn)
    {
        if (!_queued.Remove(turn))
            return false;
        Volatile.Write(ref _queuedBytes, _queuedBytes - turn.Bytes);
        Volatile.Write(ref _count, _queued.Count);
        return true;
    }
}
