using Bridge.Api.Server.Diagnostics;

namespace Bridge.Api.Fleet.Fencing;

/// <summary>Keeps the fence's proofs current, and ends the long requests that it refuses.</summary>
internal sealed class FenceKeeper(Fence fence, FencedRequests requests, TimeProvider time, WorkGuard guard) : BackgroundWork(guard)
{
    protected override async Task RunAsync(CancellationToken stopping)
    {
        // Twice as often as names are proven: a proof and this time together are less than EmulatorTakeover.BeforeStart.
        using var timer = new PeriodicTimer(Fence.Interval / 2, time);
        for (var isDue = true; await timer.WaitForNextTickAsync(stopping); isDue = !isDue)
        {
            if (isDue)
                _ = Guard.RunAsync(nameof(Fence), fence.ProveAsync, stopping);
            requests.EndRefused();
        }
    }
}
