using Bridge.Api.Server.Diagnostics;

namespace Bridge.Api.Features.Clips;

/// <summary>Deletes clips that are too old.</summary>
internal sealed class ClipExpiry(ClipStore store, ClipOptions options, TimeProvider time, WorkGuard guard) : BackgroundWork(guard)
{
    private static readonly TimeSpan Interval = TimeSpan.FromMinutes(10);

    protected override async Task RunAsync(CancellationToken stopping)
    {
        using var timer = new PeriodicTimer(Interval, time);
        while (await timer.WaitForNextTickAsync(stopping))
        {
            if (Directory.Exists(options.Root))
                await store.DeleteOldAsync();
        }
    }
}
