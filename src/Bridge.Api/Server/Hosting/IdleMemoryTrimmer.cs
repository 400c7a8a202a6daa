using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Limits;
using Bridge.SocketPool;

namespace Bridge.Api.Server.Hosting;

/// <summary>
/// Returns the memory of a burst to the system. .NET collects only when something is allocated, so the garbage would stay until the next
/// burst.
/// </summary>
internal sealed class IdleMemoryTrimmer(BufferBudget budget, TimeProvider time, WorkGuard guard, ILogger<IdleMemoryTrimmer> logger)
    : BackgroundWork(guard)
{
    /// <summary>Min bytes of garbage that are worth a collection, for which all requests wait.</summary>
    public const long MinBytes = 16 * 1024 * 1024;

    /// <summary>Max bytes allocated between two calls while idle, by pings, events and health checks.</summary>
    public const long MaxIdleBytes = 1024 * 1024;

    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(10);

    private long _allocated; // At the last call of IsDue.
    private long _collected; // At the last collection.

    /// <summary>
    /// Returns whether to collect now: a burst of long requests is over, although other clients may be busy; or much was allocated since
    /// the last collection, and little since the last call.
    /// </summary>
    /// <param name="allocated">Bytes that were allocated since the program started.</param>
    /// <param name="freed">Bytes of requests that were received and are gone.</param>
    public bool IsDue(long allocated, long freed)
    {
        var isIdle = allocated - _allocated <= MaxIdleBytes;
        _allocated = allocated;
        if (freed < MinBytes && !(isIdle && allocated - _collected >= MinBytes))
            return false;
        _collected = allocated;
        return true;
    }

    protected override async Task RunAsync(CancellationToken stopping)
    {
        using var timer = new PeriodicTimer(Interval, time);
        while (await timer.WaitForNextTickAsync(stopping))
        {
            if (IsDue(GC.GetTotalAllocatedBytes(), budget.FreedBytes))
                Collect();
        }
    }

    private void Collect()
    {
        var (before, began) = (GC.GetGCMemoryInfo().TotalCommittedBytes, time.GetTimestamp());
        budget.ResetFreed();
        EmulatorClient.ReleaseFreeBuffers();
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
        Log.Collected(logger, before / 1024, GC.GetGCMemoryInfo().TotalCommittedBytes / 1024, time.GetElapsedTime(began).TotalMilliseconds);
    }
}
