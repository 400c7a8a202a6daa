using Bridge.Api.Diagnostics;
using Bridge.Api.Http;
using Bridge.SocketPool;

namespace Bridge.Api.Hosting;

/// <summary>
/// Returns memory to the system when the bridge is idle, or once many buffers aren't needed any more. .NET collects only when something is
/// allocated, so the garbage of a burst would stay until the next one.
/// </summary>
internal sealed class IdleMemoryTrimmer(
    RequestStatistics requests, BlockPool blocks, TimeProvider time, WorkGuard guard, ILogger<IdleMemoryTrimmer> logger)
    : BackgroundWork(guard)
{
    private readonly IdleDetector _spell = new();
    private readonly UnneededBuffers _unneeded = new();

    protected override async Task RunAsync(CancellationToken stopping)
    {
        using var look = new PeriodicTimer(IdleDetector.Look, time);
        while (await look.WaitForNextTickAsync(stopping))
        {
            var isQuiet = _spell.IsDue(requests.Total, GC.GetTotalAllocatedBytes());
            if (_unneeded.AreDue(blocks.UnneededBytes) || isQuiet)
                Collect();
        }
    }

    private void Collect()
    {
        var (before, began) = (GC.GetGCMemoryInfo().TotalCommittedBytes, time.GetTimestamp());
        blocks.Trim();
        EmulatorClient.ReleaseFreeBuffers();
        // All requests wait for it, so it runs only when none are likely, or when it frees much.
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
        NativeHeap.Trim();
        Log.Collected(logger, before / 1024, GC.GetGCMemoryInfo().TotalCommittedBytes / 1024, time.GetElapsedTime(began).TotalMilliseconds);
    }
}
