namespace Bridge.SocketPool.Simulation.Network;

/// <summary>
/// One direction of a connection: accepts as many bytes as it has room for, and delivers them later, in order and in pieces.
/// </summary>
internal sealed class OneWay(Scheduler scheduler, NetworkProfile profile)
{
    private readonly Queue<ReadOnlyMemory<byte>> _arrived = new();
    private readonly Queue<Action> _underWay = new();
    // The bytes under way and arrived, and when the last of them arrives.
    private int _held;
    private TimeSpan _latest;
    private bool _endIsUnderWay;
    private bool _isEnded;
    private bool _isCut;

    /// <summary>Called when there may be bytes to read, or the end.</summary>
    public Action? Readable { get; set; }

    /// <summary>Called when there is room again.</summary>
    public Action? Writable { get; set; }

    /// <summary>Gets whether all sent bytes have been read, and no more will come.</summary>
    public bool IsOver => _isCut || _isEnded && _arrived.Count == 0;

    /// <summary>Gets whether no bytes are in flight.</summary>
    public bool IsEmpty => _isCut || _held == 0;

    public bool HasArrived => _arrived.Count > 0;

    /// <summary>Accepts the first part of <paramref name="bytes"/>.</summary>
    /// <returns>The number of accepted bytes; 0 if there is no room.</returns>
    public int Offer(ReadOnlySpan<byte> bytes)
    {
        // Bytes to a closed reader are lost, and the sender doesn't know.
        if (_isCut || _endIsUnderWay)
            return bytes.Length;
        var count = Math.Min(bytes.Length, profile.Room - _held);
        if (count > 1 && scheduler.Draw(profile.Pieces))
            count = scheduler.Chance.Next(1, count + 1);
        if (count == 0)
            return 0;
        var sent = bytes[..count].ToArray();
        _held += count;
        Later(() =>
        {
            _arrived.Enqueue(sent);
            Readable?.Invoke();
        });
        return count;
    }

    /// <summary>Reads bytes that have arrived.</summary>
    /// <returns>The number of bytes; 0 if there are none.</returns>
    public int Take(Span<byte> bytes)
    {
        if (_arrived.Count == 0 || bytes.IsEmpty)
            return 0;
        if (bytes.Length > 1 && scheduler.Draw(profile.Pieces))
            bytes = bytes[..scheduler.Chance.Next(1, bytes.Length + 1)];
        var taken = 0;
        while (taken < bytes.Length && _arrived.TryPeek(out var first))
        {
            var count = Math.Min(first.Length, bytes.Length - taken);
            first.Span[..count].CopyTo(bytes[taken..]);
            taken += count;
            _arrived.Dequeue();
            if (count < first.Length)
                PutBack(first[count..]);
        }

        _held -= taken;
        Notify(Writable);
        return taken;
    }

    /// <summary>Ends the direction after the bytes in flight.</summary>
    public void End()
    {
        if (_endIsUnderWay)
            return;
        _endIsUnderWay = true;
        Later(() =>
        {
            _isEnded = true;
            Readable?.Invoke();
        });
    }

    /// <summary>Drops the bytes in flight.</summary>
    public void Cut()
    {
        _isCut = true;
        _endIsUnderWay = true;
        _arrived.Clear();
        Notify(Readable);
        Notify(Writable);
    }

    private void Notify(Action? callback)
    {
        if (callback is not null)
            scheduler.Queue(callback);
    }

    private void Later(Action happens)
    {
        var at = scheduler.Now + scheduler.DrawTime(profile.Latency);
        _latest = at > _latest ? at : _latest;
        // Bytes that arrive at the same moment also arrive in order.
        _underWay.Enqueue(happens);
        scheduler.After(_latest - scheduler.Now, () =>
        {
            if (_underWay.TryDequeue(out var first) && !_isCut)
                first();
        });
    }

    private void PutBack(ReadOnlyMemory<byte> rest)
    {
        _arrived.Enqueue(rest);
        for (var others = _arrived.Count - 1; others > 0; others--)
            _arrived.Enqueue(_arrived.Dequeue());
    }
}
