using System.Collections.Concurrent;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Api.Server.Diagnostics;

namespace Bridge.Api.Fleet.Hop;

/// <summary>
/// Finds which of the lost hosts are silent. A host whose key has gone may still serve, because perhaps only etcd lost it; so it is asked.
/// If it stays silent, requests that wait for it end, and no more are sent to it.
/// </summary>
/// <remarks>The system accepts connections for a bridge that hangs, and for one whose machine has vanished it waits for long.</remarks>
internal sealed class HostContact(
    FleetHttp http, FleetDirectory fleet, IHostApplicationLifetime lifetime, TimeProvider time, WorkGuard guard)
{
    private static readonly TimeSpan MaxResponseTime = TimeSpan.FromSeconds(1.5);
    private static readonly TimeSpan AskInterval = TimeSpan.FromSeconds(1);

    // By the id of each host that a request was sent to, or that was lost: cancelled while the host is silent.
    private readonly ConcurrentDictionary<string, CancellationTokenSource> _silence = new();

    /// <summary>Returns whether a host is lost and does not respond.</summary>
    public bool IsSilent(string host) => _silence.TryGetValue(host, out var silence) && silence.IsCancellationRequested;

    /// <summary>Returns the token that is cancelled when the host is lost and does not respond.</summary>
    public CancellationToken SilenceOf(string host) => _silence.GetOrAdd(host, static _ => new CancellationTokenSource()).Token;

    /// <summary>Asks the hosts that have gone, until they are back or forgotten.</summary>
    public void Observe(FleetSnapshot before, FleetSnapshot after)
    {
        foreach (var host in after.Hosts.Keys.Where(host => !before.Hosts.ContainsKey(host)))
            EndSilence(host);
        foreach (var host in before.Hosts.Keys.Where(host => !after.Hosts.ContainsKey(host)))
            _ = guard.KeepAsync(nameof(HostContact), _ => WatchAsync(host), lifetime.ApplicationStopping);
    }

    private async Task WatchAsync(string host)
    {
        while (!lifetime.ApplicationStopping.IsCancellationRequested && Find(host) is { } lost)
        {
            if (await RespondsAsync(lost.Last))
                EndSilence(host);
            else if (Find(host) is not null)
                await _silence.GetOrAdd(host, static _ => new CancellationTokenSource()).CancelAsync();
            await Task.Delay(AskInterval, time, lifetime.ApplicationStopping).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        EndSilence(host);
    }

    private LostHost? Find(string host) =>
        fleet.Snapshot is var snapshot && !snapshot.Hosts.ContainsKey(host) ? snapshot.Lost.GetValueOrDefault(host) : null;

    // The next requests wait for it again.
    private void EndSilence(string host)
    {
        if (_silence.TryGetValue(host, out var silence) && silence.IsCancellationRequested)
            _silence.TryRemove(KeyValuePair.Create(host, silence));
    }

    private async Task<bool> RespondsAsync(FleetHost host)
    {
        using var limit = new CancellationTokenSource(MaxResponseTime, time);
        try
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, new Uri("/health/live", UriKind.Relative));
            using var response = await http.SendAsync(host.Address, request, limit.Token);
            return response.IsSuccessStatusCode;
        }
        catch (Exception failure) when (failure is HttpRequestException or IOException or OperationCanceledException)
        {
            return false;
        }
    }
}
