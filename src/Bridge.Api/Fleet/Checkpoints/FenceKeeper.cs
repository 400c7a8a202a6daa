using Bridge.Api.Diagnostics;

namespace Bridge.Api.Fleet.Checkpoints;

/// <summary>Keeps the fence's proofs current.</summary>
internal sealed class FenceKeeper(Fence fence, TimeProvider time) : BackgroundWork
{
    protected override async Task RunAsync(CancellationToken stopping)
    {
        using var timer = new PeriodicTimer(Fence.Interval, time);
        while (await timer.WaitForNextTickAsync(stopping))
            _ = fence.LookAsync(stopping);
    }
}
