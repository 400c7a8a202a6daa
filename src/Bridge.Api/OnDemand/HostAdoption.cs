using Bridge.Api.Diagnostics;
using Bridge.Api.Emulators;
using Bridge.Api.Errors;

namespace Bridge.Api.OnDemand;

/// <summary>
/// At the start takes over the emulators that another bridge left running. At the stop ends all, unless they are to be taken over.
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

        if (folders.FindForeign() is { Count: > 0 } foreign)
            Log.ForeignFolders(logger, foreign.Count, foreign[0]);
        foreach (var (folder, record) in folders.Read())
            Adopt(folder, record);
        return Task.CompletedTask;
    }

    // Kestrel has stopped.
    public async Task StopAsync(CancellationToken cancellationToken)
    {
        await warm.DisposeAsync();
        if (!options.KeepOnStop)
            await Task.WhenAll(emulators.All.Select(emulators.EndAsync));
    }

    private static async Task EndAsync(HostProcess host)
    {
        await host.EndAsync();
        HostFolders.Delete(host.Folder, keepsSaves: !IsWarm(host.Folder));
        host.Dispose();
    }

    private static bool IsWarm(string folder) => Path.GetFileName(folder).StartsWith(WarmHosts.FolderPrefix, StringComparison.Ordinal);

    private void Adopt(string folder, HostRecord? record)
    {
        var host = record?.Find(folder, time);
        if (host is null)
        {
            // Without a record it has the saves of an emulator that has ended, or is what is left of an unfinished creation.
            HostFolders.Delete(folder, record is { IsUnused: false } ? record.KeepsSaves : !IsWarm(folder));
            return;
        }

        // Scripts of earlier versions listen at a port.
        if (record!.IsUnused || record.Name != Path.GetFileName(folder) || !File.Exists(host.SocketPath))
        {
            if (!record.IsUnused)
                Log.HostNotAdopted(logger, record.Name, record.Process);
            _ = guard.RunAsync(nameof(HostAdoption), _ => EndAsync(host), CancellationToken.None);
            return;
        }

        var lease = new EmulatorLease(time, record.LeaseSeconds is { } seconds ? TimeSpan.FromSeconds(seconds) : null);
        lease.Renew(lease.Duration);
        places.Restore(record.Name);
        var client = directory.Connect(record.Name, host.SocketPath, record.Secret);
        var created = new CreatedEmulator(client, record.Rom, record.Labels, lease) { Restored = record.Restored };
        emulators.Add(new HostedEmulator(created, host, record.Plan, record.KeepsSaves));
        Log.HostAdopted(logger, record.Name, record.Process);
    }
}
