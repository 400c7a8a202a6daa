namespace Bridge.Api.Server.Diagnostics;

/// <summary>Counts requests and logs one line a minute if there were any.</summary>
internal sealed class RequestStatistics(TimeProvider time, WorkGuard guard, ILogger<RequestStatistics> logger)
    : BackgroundWork(guard)
{
    // Since the last summary; the times in ticks of 100 ns.
    private long _requests;
    private long _failures;
    private long _ticks;
    private long _slowest;
    private long _summarized; // The requests of all summaries.

    /// <summary>Gets the requests that have ended since the program started; during a summary it may miss the last minute.</summary>
    public long Total => Volatile.Read(ref _summarized) + Volatile.Read(ref _requests);

    public void Add(TimeSpan elapsed, bool failed)
    {
        Interlocked.Increment(ref _requests);
        Interlocked.Add(ref _ticks, elapsed.Ticks);
        if (failed)
            Interlocked.Increment(ref _failures);
        for (var slowest = Volatile.Read(ref _slowest); elapsed.Ticks > slowest;)
        {
            var seen = Interlocked.CompareExchange(ref _slowest, elapsed.Ticks, slowest);
            if (seen == slowest)
                break;
            slowest = seen;
        }
    }

    protected override async Task RunAsync(CancellationToken stopping)
    {
        using var minute = new PeriodicTimer(TimeSpan.FromMinutes(1), time);
        while (await minute.WaitForNextTickAsync(stopping))
            WriteSummary();
    }

    private void WriteSummary()
    {
        var requests = Interlocked.Exchange(ref _requests, 0);
        Volatile.Write(ref _summarized, _summarized + requests);
        var failures = Interlocked.Exchange(ref _failures, 0);
        var total = TimeSpan.FromTicks(Interlocked.Exchange(ref _ticks, 0));
        var slowest = TimeSpan.FromTicks(Interlocked.Exchange(ref _slowest, 0));
        if (requests > 0)
            Log.Summary(logger, requests, failures, total.TotalMilliseconds / requests, slowest.TotalMilliseconds);
    }
}
