using Bridge.Api.Server.Diagnostics;

namespace Bridge.Api.Fleet.Membership;

/// <summary>
/// Makes this host a member of the fleet from when it listens until it stops. While the bridge stops, the others give it no new emulators.
/// </summary>
internal sealed class FleetMembership(
    HostHeartbeat heartbeat, FleetWatching watching, FleetStatus status, IHostApplicationLifetime lifetime, WorkGuard guard)
    : BackgroundWork(guard)
{
    public override async Task StartAsync(CancellationToken cancellationToken)
    {
        await heartbeat.CheckAsync(cancellationToken);
        lifetime.ApplicationStopping.UnsafeRegister(static status => ((FleetStatus)status!).SetDraining(true), status);
        await base.StartAsync(cancellationToken);
    }

    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        await base.StopAsync(cancellationToken);
        await heartbeat.EndAsync();
    }

    protected override async Task RunAsync(CancellationToken stopping)
    {
        var watched = Guard.KeepAsync(nameof(FleetWatching), watching.RunAsync, stopping);
        var listens = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var started = lifetime.ApplicationStarted.UnsafeRegister(
            static listens => ((TaskCompletionSource)listens!).TrySetResult(), listens);
        await listens.Task.WaitAsync(stopping);
        await Task.WhenAll(watched, Guard.KeepAsync(nameof(HostHeartbeat), heartbeat.RunAsync, stopping));
    }
}
