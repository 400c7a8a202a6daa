namespace Bridge.Doors.Listening;

/// <summary>Counts datagrams that are ignored, and logs that at most once a second. Thread-safe.</summary>
internal sealed class DropLog(DoorPlan plan, string tool)
{
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    private readonly Lock _gate = new();
    private long _total, _count; // All of them, and those since the latest line in the log.
    private long? _latest; // When that line was written.

    /// <summary>Gets how many there were.</summary>
    public long Total => Interlocked.Read(ref _total);

    /// <summary>Counts one, and logs how many there were since the latest time, and why this one.</summary>
    /// <param name="reason">Why it was ignored.</param>
    /// <param name="exception">The error of the bridge that was the reason; null: it was none.</param>
    public void Add(string reason, Exception? exception = null)
    {
        long count;
        lock (_gate)
        {
            Interlocked.Increment(ref _total);
            _count++;
            var now = plan.Time.GetTimestamp();
            if (_latest is { } before && plan.Time.GetElapsedTime(before, now) < Pause)
                return;
            (count, _count, _latest) = (_count, 0, now);
        }

        UdpLog.Ignored(plan.Logger, count, tool, plan.Emulator.Name, reason, exception);
    }
}
