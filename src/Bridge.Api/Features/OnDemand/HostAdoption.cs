using System.Runtime.Versioning;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Server.Diagnostics;

namespace Bridge.Api.Features.OnDemand;

/// <summary>
/// At the start takes over the emulators that another bridge left running, and ends those that it can't take over. At the stop ends all,
/// unless they are to be taken over.
/// </summary>
internal sealed class HostAdoption(
    OnDemandEmulators emulators, OnDemandOptions options, EmulatorDirectory directory, CreationPlaces places, WarmHosts warm,
    HostFolders folders, TimeProvider time, WorkGuard guard, ILogger<HostAdoption> logger) : IHostedService
{
    public Task StartAsync(CancellationToken cancellationToken)
    {
        if (!OperatingSystem.IsLinux() || !folders.Exists)
            return Task.CompletedTask;
        try
        {
            folders.Open();
        }
        catch (RequestException exception)
        {
            // A creation refuses with the same reason.
            Log.NoHostFolder(logger, exception.Message);
            return Task.CompletedTask;
        }

        AdoptAll();
        return Task.CompletedTask;
    }

    // Kestrel has stopped by now, so no client creates another one.
    public async Task StopAsync(CancellationToken cancellationToken)
    {
        await warm.DisposeAsync();
        if (!options.KeepOnStop)
            await Task.WhenAll(emulators.All.Select(emulators.EndAsync));
    }

    private static bool IsWarm(string folder) => Path.GetFileName(folder).StartsWith(WarmHosts.FolderPrefix, StringComparison.Ordinal);

    [SupportedOSPlatform("linux")]
    private void AdoptAll()
    {
        if (folders.FindForeign() is { Count: > 0 } foreign)
            Log.ForeignFolders(logger, foreign.Count, foreign[0]);
        var running = folders.FindRunning();
        foreach (var (folder, record, problem) in folders.Read())
        {
            if (problem is not null)
                Log.RecordDamaged(logger, Path.GetFileName(folder), problem);
            var ids = running.IdsIn(folder).ToArray();
            var host = record is not null && ids.Contains(record.Process) ? record.Find(folder, time) : null;
            var reason = host is null ? "Its record names another process." : Adopt(record!, host);
            if (reason is null)
                continue;
            // A record may be damaged, or name an earlier process, so all that run in the folder are ended.
            HostProcess[] left = host is not null ? [host]
                : [.. ids.Select(id => HostProcess.Find(id, folder, RunningHosts.OfEmulators, time)).OfType<HostProcess>()];
            if (left.Length > 0 && record is { IsUnused: false })
                Log.HostNotAdopted(logger, record.Name, left[0].Id, reason);
            _ = guard.RunAsync(nameof(HostAdoption), _ => EndAsync(folder, left, KeepsSaves(folder, record)), CancellationToken.None);
        }
    }

    // A folder without a record has the saves of an emulator that has ended, or is what is left of an unfinished creation.
    private static bool KeepsSaves(string folder, HostRecord? record) =>
        !IsWarm(folder) && (record is null || record.IsUnused || record.KeepsSaves);

    // Returns why it can't be taken over; null if it is.
    private string? Adopt(HostRecord record, HostProcess host)
    {
        if (record.IsUnused)
            return "No client knows it.";
        // Scripts of earlier versions listen at a port.
        if (!File.Exists(host.SocketPath))
            return "It was started by an earlier version of the bridge.";
        if (directory.Has(record.Name))
            return "The settings have an emulator with this name.";
        try
        {
            var lease = new EmulatorLease(time, record.LeaseSeconds is { } seconds ? TimeSpan.FromSeconds(seconds) : null);
            lease.Renew(lease.Duration);
            var client = directory.Connect(record.Name, host.SocketPath, record.Secret);
            var created = new CreatedEmulator(client, record.Rom, record.Labels, lease) { Key = record.Key, Restored = record.Restored };
            places.Restore(record.Name);
            emulators.Add(new HostedEmulator(created, host, record.Plan, record.KeepsSaves));
            Log.HostAdopted(logger, record.Name, record.Process);
            return null;
        }
        catch (ArgumentException exception)
        {
            return exception.Message;
        }
    }

    // Ends what runs in a folder. Its name is free when nothing of it is left.
    private async Task EndAsync(string folder, HostProcess[] hosts, bool keepsSaves)
    {
        var name = Path.GetFileName(folder);
        if (hosts.Length > 0 && !IsWarm(folder))
            places.Restore(name);
        try
        {
            await Task.WhenAll(hosts.Select(host => host.EndAsync()));
            HostFolders.Delete(folder, keepsSaves);
        }
        finally
        {
            foreach (var host in hosts)
                host.Dispose();
            places.Release(name);
        }
    }
}
