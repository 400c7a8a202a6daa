namespace Bridge.SocketPool.Connections;

/// <summary>
/// Looks for overdue exchanges when the earliest deadline has come: one timer for a connection, not one for each request,
/// and none while nothing with a deadline is in flight.
/// </summary>
internal sealed class DeadlineSweep : IDisposable
{
    // What the clock and the timer may differ by: a deadline is noticed up to two of these late, never early.
    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(1);

    private readonly TimeProvider _time;
    private readonly ITimer _timer;
    private readonly Lock _gate = new();
    private long _due = long.MaxValue;

    public DeadlineSweep(TimeProvider time, Action sweep)
    {
        _time = time;
        _timer = time.CreateTimer(static state => ((Action)state!)(), sweep, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }

    /// <summary>Sweeps at <paramref name="deadline"/>, a timestamp of the clock, unless a sweep is due before.</summary>
    public void Arm(long deadline)
    {
        // Nearly every request finds an earlier one in flight.
        if (deadline < Volatile.Read(ref _due)) // mutation: sweep-earlier
            Set(deadline);
    }

    /// <summary>The sweep that was due is being done: forgets it. To be called before looking for what is overdue.</summary>
    public void Begin() => Volatile.Write(ref _due, long.MaxValue); // mutation: sweep-begin

    public void Dispose() => _timer.Dispose();

    private void Set(long deadline)
    {
        lock (_gate)
        {
            if (deadline >= _due)
                return;
            Volatile.Write(ref _due, deadline);
            var left = _time.GetElapsedTime(_time.GetTimestamp(), deadline);
            _timer.Change(left > TimeSpan.Zero ? left + Tick : Tick, Timeout.InfiniteTimeSpan);
        }
    }
}
