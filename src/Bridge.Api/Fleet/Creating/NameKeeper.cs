using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Fleet.Etcd;
using Bridge.Api.Fleet.Membership;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Api.Server.Diagnostics;
using Bridge.SocketPool;

namespace Bridge.Api.Fleet.Creating;

/// <summary>
/// Releases the names of emulators that end, reserves those again that were lost with a lease or are adopted, and ends the emulators
/// whose names other hosts have.
/// </summary>
internal sealed class NameKeeper(
    FleetOptions options, FleetDirectory fleet, FleetNames names, OwnLease lease, ChosenNames chosen, OnDemandEmulators emulators,
    EmulatorDirectory directory, IHostApplicationLifetime lifetime, TimeProvider time, WorkGuard guard,
    ILogger<NameKeeper> logger) : BackgroundWork(guard)
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    // Runs after the emulators were adopted, and before the bridge listens.
    public override Task StartAsync(CancellationToken cancellationToken)
    {
        // Emulators with a chosen name, and only those, keep their saves.
        foreach (var hosted in emulators.All.Where(hosted => hosted.KeepsSaves))
            chosen.Adopt(hosted.Emulator.Name);
        directory.Removed += Release;
        return base.StartAsync(cancellationToken);
    }

    /// <summary>Ends this host's copy of an emulator that another host has.</summary>
    public async Task EndCopyAsync(string name)
    {
        if (!chosen.Abandon(name))
            return;
        Log.CopyEnded(logger, name);
        if (emulators.All.FirstOrDefault(hosted => hosted.Emulator.Name == name) is { } own)
            await emulators.EndAsync(own);
    }

    protected override async Task RunAsync(CancellationToken stopping)
    {
        using var timer = new PeriodicTimer(Interval, time);
        while (await timer.WaitForNextTickAsync(stopping))
        {
            if (lease.IsHeld)
                await CheckAsync(stopping);
        }
    }

    private async Task CheckAsync(CancellationToken stopping)
    {
        try
        {
            foreach (var (name, held) in chosen.Running)
                await CheckAsync(name, held, stopping);
        }
        catch (EtcdException)
        {
            // It is checked again soon.
        }
    }

    private async Task CheckAsync(string name, ReservedName held, CancellationToken stopping)
    {
        if (fleet.Snapshot.Aliases.TryGetValue(name, out var known) && known.Host == options.Host
            && (held.Checkpoint is not null || known.Checkpoint is null))
        {
            return;
        }

        // The snapshot may be older than the emulator.
        var found = await names.FindAsync(name, stopping);
        if (found is not null && found.Host != options.Host)
            await EndCopyAsync(name);
        else if (found?.Checkpoint is not null && held.Checkpoint is null)
            chosen.AddCheckpoint(name, held, found);
        // The fence decides about one with a checkpoint, which a client may have ended on another host.
        else if (found is null && held.Checkpoint is null && chosen.Has(name))
            await names.TryReserveAsync(name, new FleetAlias(options.Host!), stopping);
    }

    // When the bridge stops, an emulator with a checkpoint comes back on another host.
    private void Release(EmulatorClient ended)
    {
        if (!lifetime.ApplicationStopping.IsCancellationRequested || !chosen.HasCheckpoint(ended.Name))
            _ = Guard.RunAsync(nameof(ChosenNames), _ => chosen.ReleaseAsync(ended.Name), CancellationToken.None);
    }
}
