using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Connections;

/// <summary>
/// The exchanges in flight on one connection, found by id without a search: an id is a running number and the slot it
/// stands in. Every member but <see cref="Waiting"/> and <see cref="HasRoom"/> needs the socket's lock.
/// </summary>
internal sealed class ExchangeTable
{
    /// <summary>The most exchanges that may be in flight: beyond it two slots would share an id.</summary>
    public const int MaxCapacity = 1 << SlotBits;

    private const int SlotBits = 10;
    private const long SlotMask = MaxCapacity - 1;

    private const int MinConcurrency = 8;
    private const int RepliesForOneMore = 8;

    private readonly ReusableSocket _socket;
    private readonly Exchange?[] _slots;
    private readonly Stack<Exchange> _free = new();
    private int _made;
    private int _waiting;
    private int _replies;
    private long _lastNumber;
    private long _numberAtReply;

    /// <param name="socket">Whose exchanges they are.</param>
    /// <param name="capacity">How many may be in flight, 1 to <see cref="MaxCapacity"/>.</param>
    public ExchangeTable(ReusableSocket socket, int capacity)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(capacity, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(capacity, MaxCapacity);
        _socket = socket;
        _slots = new Exchange?[capacity]; // mutation: capacity
        ConcurrencyLimit = capacity;
    }

    /// <summary>
    /// Max requests in flight at the moment: the number of slots, or fewer while replies take more than half of their deadline. The
    /// emulator runs requests in their order, so with a longer queue it would only work on requests that are about to expire.
    /// </summary>
    public int ConcurrencyLimit { get; private set; }

    /// <summary>How many wait for their reply. Without the lock it may be a moment old.</summary>
    public int Waiting => Volatile.Read(ref _waiting);

    /// <summary>Whether one more may begin. Without the lock it may be a moment old.</summary>
    public bool HasRoom => Waiting < ConcurrencyLimit;

    /// <summary>Begins an exchange; null when all slots are taken.</summary>
    public Exchange? TryBegin(
        in EmulatorRequest request, long now, long deadline, long offset, RetryRequest? retry, CancellationToken token)
    {
        if (!HasRoom)
            return null;
        if (!_free.TryPop(out var exchange))
        {
            if (_made == _slots.Length)
                return null;
            exchange = _slots[_made] = new Exchange(_socket, _made);
            _made++;
        }

        exchange.Begin_NeedsLock(++_lastNumber << SlotBits | (long)exchange.Slot, request, now, deadline, offset, _waiting, retry, token);
        _waiting++;
        return exchange;
    }

    /// <summary>
    /// Takes the right to complete the exchange with <paramref name="id"/>, whose reply has come;
    /// null when it has ended already or never was.
    /// </summary>
    public Exchange? Take(long id, long now)
    {
        var slot = id & SlotMask; // mutation: reply-slot
        if (id == 0 || slot >= _made || _slots[slot] is not { } exchange || exchange.Id != id) // mutation: reply-id
            return null;
        TakeId(exchange);
        _numberAtReply = _lastNumber;
        if (HasWaitedTooLong(exchange, now))
            ConcurrencyLimit = Math.Min(ConcurrencyLimit, Math.Max(MinConcurrency, exchange.QueuedAhead / 2));
        else if (ConcurrencyLimit < _slots.Length && ++_replies % RepliesForOneMore == 0)
            ConcurrencyLimit++;
        return exchange;
    }

    /// <summary>
    /// Whether some have missed their deadline although others were answered while they waited. An emulator that answers nobody is
    /// paused or gone, which says nothing of how many it gets done.
    /// </summary>
    public bool IsOverloaded(long now)
    {
        for (var slot = 0; slot < _made; slot++)
        {
            if (_slots[slot] is { Id: not 0 } exchange && exchange.Deadline <= now && exchange.Id >> SlotBits <= _numberAtReply)
                return true;
        }

        return false;
    }

    /// <summary>It is behind: no more begin until half of those that still wait have ended.</summary>
    public void Decrease() => ConcurrencyLimit = Math.Min(ConcurrencyLimit, Math.Max(MinConcurrency, _waiting / 2));

    /// <summary>The exchanges that wait for their reply and match.</summary>
    public void Find(Func<Exchange, bool> matches, List<Exchange> found)
    {
        for (var slot = 0; slot < _made; slot++)
        {
            if (_slots[slot] is { Id: not 0 } exchange && matches(exchange))
                found.Add(exchange);
        }
    }

    /// <summary>The earliest deadline of those that wait for their reply; <see cref="long.MaxValue"/> when none has any.</summary>
    public long EarliestDeadline()
    {
        var earliest = long.MaxValue;
        for (var slot = 0; slot < _made; slot++)
        {
            if (_slots[slot] is { Id: not 0 } exchange && exchange.Deadline < earliest)
                earliest = exchange.Deadline;
        }

        return earliest;
    }

    // What takes frames waits for them, and where a few were ahead it wasn't they who took the time.
    private static bool HasWaitedTooLong(Exchange exchange, long now) =>
        now - exchange.Began > (exchange.Deadline - exchange.Began) / 2 && exchange.QueuedAhead >= MinConcurrency && !exchange.TakesFrames;

    /// <summary>Takes the right to complete an exchange that still waits.</summary>
    public void TakeId(Exchange exchange)
    {
        _waiting--;
        exchange.TakeId_NeedsLock();
    }

    /// <summary>Gives the slot of an ended exchange to the next one.</summary>
    public void Release(Exchange exchange) => _free.Push(exchange);
}
