using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Connections;

/// <summary>
/// Holds the exchanges in flight on one connection. An id combines a running number with the exchange's slot, so a lookup needs no search.
/// All members except <see cref="InFlight"/>, <see cref="HasRoom"/> and <see cref="HasClientRequests"/> need the connection's lock.
/// </summary>
internal sealed class ExchangeTable
{
    /// <summary>Max exchanges in flight: the number of slots that an id can address.</summary>
    public const int MaxCapacity = 1 << SlotBits;

    private const int SlotBits = 10;
    private const long SlotMask = MaxCapacity - 1;

    private readonly Action<Exchange, CancellationToken> _onCancelled;
    private readonly Action<Exchange> _onTaken;
    private readonly AdaptiveLimit _limit;
    private readonly Exchange?[] _slots;
    private readonly Stack<Exchange> _free = new();
    private int _created;
    private int _inFlight;
    private int _clientRequests;
    private TaskCompletionSource? _clientRequestsEnded;
    private long _lastNumber;
    private long _numberAtReply; // The number of the latest exchange when the last reply came.

    /// <param name="capacity">Max exchanges in flight, 1 to <see cref="MaxCapacity"/>.</param>
    /// <param name="onCancelled">Called when the caller of an exchange cancels it. May be too late.</param>
    /// <param name="onTaken">Called when the caller of an exchange has taken its result, so that it can be released.</param>
    public ExchangeTable(int capacity, Action<Exchange, CancellationToken> onCancelled, Action<Exchange> onTaken)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(capacity, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(capacity, MaxCapacity);
        (_onCancelled, _onTaken) = (onCancelled, onTaken);
        _slots = new Exchange?[capacity]; // mutation: capacity
        _limit = new AdaptiveLimit(capacity); // mutation: capacity-limit
    }

    /// <summary>Gets the current limit of requests in flight: the number of slots, or less while replies are late.</summary>
    public int ConcurrencyLimit => _limit.Current;

    /// <summary>Gets how many exchanges wait for a reply. Without the lock the value may be slightly stale.</summary>
    public int InFlight => Volatile.Read(ref _inFlight);

    /// <summary>Gets whether another exchange may start. Without the lock the value may be slightly stale.</summary>
    public bool HasRoom => InFlight < ConcurrencyLimit;

    /// <summary>Gets whether requests of callers are in flight. Without the lock the value may be slightly stale.</summary>
    public bool HasClientRequests => Volatile.Read(ref _clientRequests) > 0;

    /// <summary>Returns a task that completes as soon as no request of a caller is in flight.</summary>
    public Task ClientRequestsEndedAsync()
    {
        _clientRequestsEnded ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        if (_clientRequests == 0)
            _clientRequestsEnded.TrySetResult();
        return _clientRequestsEnded.Task;
    }

    /// <summary>Starts an exchange; returns null if all slots are in use.</summary>
    public Exchange? TryStart(in EmulatorRequest request, long now, long deadline, long offset, CancellationToken token)
    {
        if (!HasRoom)
            return null;
        if (!_free.TryPop(out var exchange))
        {
            if (_created == _slots.Length)
                return null;
            exchange = _slots[_created] = new Exchange(_created, _onCancelled, _onTaken);
            _created++;
        }

        _lastNumber++;
        var id = (_lastNumber << SlotBits) | (long)exchange.Slot;
        exchange.Start_NeedsLock(id, request, now, deadline, offset, _inFlight, token);
        _inFlight++;
        if (exchange.IsClientRequest)
            _clientRequests++;
        return exchange;
    }

    /// <summary>Claims the exchange with <paramref name="id"/> for its reply; returns null if it has ended or never existed.</summary>
    public Exchange? TryClaim(long id, long now)
    {
        var slot = id & SlotMask; // mutation: reply-slot
        if (id == 0 || slot >= _created || _slots[slot] is not { } exchange || exchange.Id != id) // mutation: reply-id
            return null;
        Claim(exchange);
        _numberAtReply = _lastNumber;
        // Exchanges that wait for frames take long anyway.
        var took = exchange.TakesFrames ? 0 : now - exchange.StartedAt;
        _limit.CountReply(took, exchange.Deadline - exchange.StartedAt, exchange.QueuedAhead);
        return exchange;
    }

    /// <summary>
    /// Returns whether exchanges have missed their deadline although others were answered meanwhile. An emulator that answers none is
    /// paused or gone, which says nothing about its throughput.
    /// </summary>
    public bool IsOverloaded(long now)
    {
        for (var slot = 0; slot < _created; slot++)
        {
            if (_slots[slot] is { Id: not 0 } exchange && exchange.Deadline <= now && exchange.Id >> SlotBits <= _numberAtReply)
                return true;
        }

        return false;
    }

    /// <summary>Lowers the limit after an overload: no exchange starts until half of those in flight have ended.</summary>
    public void Decrease() => _limit.Decrease(_inFlight);

    /// <summary>Adds the exchanges in flight that match to <paramref name="found"/>.</summary>
    public void Find(Func<Exchange, bool> matches, List<Exchange> found)
    {
        for (var slot = 0; slot < _created; slot++)
        {
            if (_slots[slot] is { Id: not 0 } exchange && matches(exchange))
                found.Add(exchange);
        }
    }

    /// <summary>Returns the earliest deadline of the exchanges in flight; <see cref="long.MaxValue"/> if none has a deadline.</summary>
    public long EarliestDeadline()
    {
        var earliest = long.MaxValue;
        for (var slot = 0; slot < _created; slot++)
        {
            if (_slots[slot] is { Id: not 0 } exchange && exchange.Deadline < earliest)
                earliest = exchange.Deadline;
        }

        return earliest;
    }

    /// <summary>Claims an exchange: the caller completes it, and everybody else finds its id gone.</summary>
    public void Claim(Exchange exchange)
    {
        _inFlight--;
        if (exchange.IsClientRequest && --_clientRequests == 0)
            _clientRequestsEnded?.TrySetResult();
        exchange.Claim_NeedsLock();
    }

    /// <summary>Returns the slot of an ended exchange to the free ones.</summary>
    public void Release(Exchange exchange) => _free.Push(exchange);
}
