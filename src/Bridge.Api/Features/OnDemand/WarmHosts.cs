using System.Collections.Concurrent;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Server.Diagnostics;

namespace Bridge.Api.Features.OnDemand;

/// <summary>
/// Keeps emulators that were started before a client needs them. They are paused, and each ends by itself if no client takes it
/// within ten minutes.
/// </summary>
internal sealed class WarmHosts(
    OnDemandOptions options, HostStarter starter, HostFolders folders, WorkGuard guard, ILogger<WarmHosts> logger) : IAsyncDisposable
{
    /// <summary>The start of the names of their folders.</summary>
    public const string FolderPrefix = ".warm-";

    private static readonly TimeSpan Expiry = TimeSpan.FromMinutes(10);

    private readonly Lock _gate = new();
    private readonly ConcurrentQueue<HostProcess> _ready = [];
    private readonly CancellationTokenSource _stop = new();
    private Task _filling = Task.CompletedTask;

    /// <summary>Gets how many are warm.</summary>
    public int Count => _ready.Count;

    /// <summary>Returns a warm emulator, which runs again; null if there is none. OWNED BY THE CALLER.</summary>
    public HostProcess? Take()
    {
        while (_ready.TryDequeue(out var host))
        {
            if (host.IsRunning)
            {
                host.Resume();
                return host;
            }

            Drop(host);
        }

        return null;
    }

    /// <summary>Starts as many as are missing, in the background. They run <paramref name="rom"/>, a full path.</summary>
    public void Fill(string rom)
    {
        lock (_gate)
        {
            if (_filling.IsCompleted && _ready.Count < options.Warm && !_stop.IsCancellationRequested)
                _filling = guard.RunAsync(nameof(WarmHosts), _ => FillAsync(rom), _stop.Token);
        }
    }

    /// <summary>Ends them all, and starts no more.</summary>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        Task filling;
        lock (_gate)
            filling = _filling;
        await filling;
        // No code adds one any more.
        await Task.WhenAll(_ready.Select(host => host.EndAsync()));
        while (_ready.TryDequeue(out var host))
            Drop(host);
    }

    private async Task FillAsync(string rom)
    {
        // Not on the thread of the request.
        await Task.Yield();
        try
        {
            while (Count < options.Warm)
            {
                var name = $"{FolderPrefix}{Guid.NewGuid():N}";
                try
                {
                    var folder = folders.Create(name);
                    var host = await starter.StartAsync(new HostPlan(rom, Speed: 1, Model: null, Clock: null), folder, Expiry, _stop.Token);
                    host.Pause();
                    _ready.Enqueue(host);
                }
                catch
                {
                    HostFolders.Delete(folders.Of(name), keepsSaves: false);
                    throw;
                }
            }
        }
        catch (OperationCanceledException) when (_stop.IsCancellationRequested)
        {
            // The bridge stops.
        }
        catch (Exception exception) when (exception is RequestException or IOException or UnauthorizedAccessException)
        {
            Log.NoWarmHost(logger, exception.Message);
        }
    }

    private static void Drop(HostProcess host)
    {
        HostFolders.Delete(host.Folder, keepsSaves: false);
        host.Dispose();
    }
}
