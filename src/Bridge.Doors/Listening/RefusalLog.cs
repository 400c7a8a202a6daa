namespace Bridge.Doors.Listening;

/// <summary>Logs refused clients at most once a second, so that no program fills the log.</summary>
internal sealed class RefusalLog(DoorPlan plan, string tool)
{
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    private readonly Lock _gate = new();
    private long? _latest;

    /// <summary>Logs why a client was refused.</summary>
    public void Add(string reason)
    {
        lock (_gate)
        {
            var now = plan.Time.GetTimestamp();
            if (_latest is { } before && plan.Time.GetElapsedTime(before, now) < Pause)
                return;
            _latest = now;
        }

        Log.Refused(plan.Logger, tool, plan.Emulator.Name, reason);
    }
}
