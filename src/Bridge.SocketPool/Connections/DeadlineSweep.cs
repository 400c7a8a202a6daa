namespace Bridge.SocketPool.Connections;

/// <summary>
/// Looks for overdue exchanges while there are any: one timer for a connection, not one for each request. A deadline is
/// noticed at most one period late, less than a frame (16.7 ms).
/// </summary>
internal sealed class DeadlineSweep : IDisposable
{
    private static readonly TimeSpan Period = TimeSpan.FromMilliseconds(15);
    private readonly ITimer _timer;
    private int _armed;

    public DeadlineSweep(TimeProvider time, Action sweep) =>
        _timer = time.CreateTimer(static state => ((Action)state!)(), sweep, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);

    /// <summary>Starts the timer unless it runs already.</summary>
    public void Arm()
    {
        if (Volatile.Read(ref _armed) == 0 && Interlocked.Exchange(ref _armed, 1) == 0)
            _timer.Change(Period, Period);
    }

    /// <summary>Stops the timer until the next <see cref="Arm"/>. Called while nothing can be queued.</summary>
    public void Disarm()
    {
        _timer.Change(Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        Volatile.Write(ref _armed, 0);
    }

    public void Dispose() => _timer.Dispose();
}
