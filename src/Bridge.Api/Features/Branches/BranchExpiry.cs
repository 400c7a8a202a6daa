using Bridge.Api.Server.Diagnostics;

namespace Bridge.Api.Features.Branches;

/// <summary>Ends the processes of branches that have had no request for a while.</summary>
internal sealed class BranchExpiry(BranchProcesses processes, TimeProvider time, WorkGuard guard) : BackgroundWork(guard)
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(10);

    protected override async Task RunAsync(CancellationToken stopping)
    {
        using var timer = new PeriodicTimer(Interval, time);
        while (await timer.WaitForNextTickAsync(stopping))
            await processes.EndIdleAsync();
    }
}
