using Bridge.Api.Diagnostics;
using Bridge.Api.Emulators;
using Bridge.Api.Errors;

namespace Bridge.Api.OnDemand;

/// <summary>
/// At the start takes over the emulators that another bridge left running. At the stop ends all, unless they are to be taken over.
/// </summary>
internal sealed class HostAdoption(
    OnDemandEmulators emulators, OnDemandOptions options, EmulatorDirectory directory, CreationPlaces places, WarmHosts warm,
    HostFolders folders, TimeProvider time, ILogger<HostAdoption> logger) : IHostedService
{
    public Task StartAsync(CancellationToken cancellationToken)
    {
        if (!OperatingSystem.IsLinux() || !folders.Exists)
            return Task.CompletedTask;
        try
        {
            folders.Open();
        }
        catch (RequestException)
        {
            // Another bridge uses the folder. A creation refuses with that reason.
            return Task.CompletedTask;
        }

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

    private void Adopt(string folder, HostRecord? record)
    {
        var isWarm = Path.GetFileName(folder).StartsWith(WarmHosts.FolderPrefix, StringComparison.Ordinal);
        var host = record?.Find(folder, time);
        if (isWarm && host is not null)
        {
            _ = WarmHosts.EndAsync(host);
            return;
        }

        if (host is null || record!.Name != Path.GetFileName(folder))
        {
            HostFolders.Delete(folder, record?.KeepsSaves ?? !isWarm);
            return;
        }

        var lease = new EmulatorLease(time, record.LeaseSeconds is { } seconds ? TimeSpan.FromSeconds(seconds) : null);
        lease.Renew(lease.Duration);
        places.Restore(record.Name);
        var client = directory.Connect(record.Name, record.Port, record.Secret);
        emulators.Add(new HostedEmulator(
            new CreatedEmulator(client, record.Rom, record.Labels, lease), host, record.Rom, record.Plan, record.KeepsSaves));
        Log.HostAdopted(logger, record.Name, record.Process);
    }
}
