using System.Runtime.Versioning;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Server.Diagnostics;

namespace Bridge.Api.Features.Vectors;

/// <summary>
/// Takes over the vectors that another bridge left running when this one starts. Ends all vectors when it stops, unless
/// <see cref="OnDemandOptions.KeepOnStop"/> leaves them to the next bridge.
/// </summary>
internal sealed class VectorAdoption(
    RunningVectors vectors, VectorNames names, OnDemandOptions options, HostFolders folders, TimeProvider time, WorkGuard guard,
    ILogger<VectorAdoption> logger) : IHostedService
{
    public Task StartAsync(CancellationToken cancellationToken)
    {
        if (OperatingSystem.IsLinux() && folders.IsOpen)
            AdoptAll();
        return Task.CompletedTask;
    }

    // Runs after Kestrel has stopped, so no request uses a vector.
    public Task StopAsync(CancellationToken cancellationToken) =>
        options.KeepOnStop ? Task.CompletedTask : vectors.EndAllAsync("was ended because the bridge stopped");

    [SupportedOSPlatform("linux")]
    private void AdoptAll()
    {
        try
        {
            var found = folders.FindVectors();
            if (found.Count == 0)
                return;
            var running = folders.FindRunningVectors();
            foreach (var folder in found)
                Adopt(folder, [.. running.IdsIn(folder)]);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            Log.NoHostFolder(logger, exception.Message);
        }
    }

    [SupportedOSPlatform("linux")]
    private void Adopt(string folder, int[] ids)
    {
        var (record, problem) = VectorRecord.File.Read(folder);
        var name = Path.GetFileName(folder);
        if (problem is not null)
            Log.VectorRecordDamaged(logger, name, problem);
        if (record is not null && ids.Contains(record.Process)
            && HostProcess.Find(record.Process, record.StartedAt, "", folder, time) is { } host)
        {
            vectors.Restore(new RunningVector(host, record));
            Log.VectorAdopted(logger, name, record.Process);
            return;
        }

        names.Take(name);
        _ = guard.RunAsync(nameof(VectorAdoption), _ => EndAsync(folder, ids), CancellationToken.None);
    }

    // Ends the processes of a vector that can't be taken over, and deletes its folder. Its name is taken until then.
    [SupportedOSPlatform("linux")]
    private async Task EndAsync(string folder, int[] ids)
    {
        try
        {
            foreach (var id in ids)
            {
                using var host = HostProcess.Find(id, folder, RunningHosts.OfVectors, time);
                await (host?.EndAsync() ?? Task.CompletedTask);
            }

            HostFolders.Delete(folder, keepsSaves: false);
        }
        finally
        {
            names.Release(Path.GetFileName(folder));
        }
    }
}
