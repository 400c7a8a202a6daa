namespace Bridge.SocketPool.Connections;

/// <summary>
/// Fails overdue exchanges when the earliest deadline has passed: one timer per connection instead of one per request, and none while no
/// exchange with a deadline is in flight.
/// </summary>
internal sealed class DeadlineSweep : IDisposable
{
    // The clock and the timer may differ by this much: a deadline is noticed up to two of these late, but never early.
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

    /// <summary>Schedules a sweep for <paramref name="deadline"/>, a timestamp of the clock, unless an earlier one is scheduled.</summary>
    public void Arm(long deadline)
    {
        // Nearly every request has a later deadline than one in flight, so this check needs no lock.
        if (deadline < Volatile.Read(ref _due)) // mutation: sweep-earlier
            Schedule(deadline);
    }

    /// <summary>Marks the scheduled sweep as running. Must be called before searching for overdue exchanges.</summary>
    public void Begin() => Volatile.Write(ref _due, long.MaxValue); // mutation: sweep-begin

    public void Dispose() => _timer.Dispose();

    private void Schedule(long deadline)
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
