namespace Bridge.Testing;

/// <summary>
/// A clock that stands still until a test moves it. Timer callbacks run on the thread that moves it, in order of time.
/// </summary>
/// <remarks>Its frequency is unusual, so that code that mixes up timestamps and ticks or microseconds fails.</remarks>
public sealed class FakeTime : TimeProvider
{
    private static readonly DateTimeOffset Start = new(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);

    private readonly Lock _gate = new();
    private readonly List<FakeTimer> _timers = [];
    private TimeSpan _now;

    public override long TimestampFrequency => 3_579_545;

    /// <summary>Gets the time since construction.</summary>
    public TimeSpan Elapsed
    {
        get
        {
            lock (_gate)
                return _now;
        }
    }

    /// <summary>Gets the number of active timers.</summary>
    public int ArmedTimers
    {
        get
        {
            lock (_gate)
                return _timers.Count(timer => timer.Due is not null);
        }
    }

    /// <summary>Gets when the next timer fires, as time since construction; null if none is active.</summary>
    public TimeSpan? NextDue
    {
        get
        {
            lock (_gate)
                return _timers.Min(timer => timer.Due);
        }
    }

    public override DateTimeOffset GetUtcNow() => Start + Elapsed;

    public override long GetTimestamp() => (long)((Int128)Elapsed.Ticks * TimestampFrequency / TimeSpan.TicksPerSecond);

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new FakeTimer(this, callback, state);
        lock (_gate)
            _timers.Add(timer);
        timer.Change(dueTime, period);
        return timer;
    }

    /// <summary>Moves the clock, stopping at each timer that is due. A timer of zero fires at the next move, even of zero.</summary>
    public void Advance(TimeSpan by)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(by, TimeSpan.Zero);
        var end = Elapsed + by;
        while (TakeDue(end) is { } timer)
            timer.Fire();
    }

    private FakeTimer? TakeDue(TimeSpan end)
    {
        lock (_gate)
        {
            var next = _timers.Where(timer => timer.Due <= end).MinBy(timer => timer.Due);
            // Another thread may have moved the clock further.
            var reached = next?.Due ?? end;
            _now = reached > _now ? reached : _now;
            next?.Rearm_NeedsLock();
            return next;
        }
    }

    private sealed class FakeTimer(FakeTime time, TimerCallback callback, object? state) : ITimer
    {
        private TimeSpan _period = Timeout.InfiniteTimeSpan;

        public TimeSpan? Due { get; private set; }

        public void Fire() => callback(state);

        // Called before it fires, so that its callback may change it.
        public void Rearm_NeedsLock() => Due = _period > TimeSpan.Zero ? Due + _period : null;

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            lock (time._gate)
            {
                if (!time._timers.Contains(this))
                    return false;
                Due = dueTime == Timeout.InfiniteTimeSpan ? null : time._now + dueTime;
                _period = period;
                return true;
            }
        }

        public void Dispose()
        {
            lock (time._gate)
                time._timers.Remove(this);
        }

        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
