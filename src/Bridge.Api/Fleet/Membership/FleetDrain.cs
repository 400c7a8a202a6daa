using Bridge.Api.Features.OnDemand;
using Bridge.Api.Features.Vectors;
using Bridge.Api.Server.Diagnostics;

namespace Bridge.Api.Fleet.Membership;

/// <summary>Drains this host: it takes no new emulators and vectors, and ends those that it has at a deadline.</summary>
internal sealed class FleetDrain(
    CreationPlaces places, FleetStatus status, OnDemandEmulators emulators, RunningVectors vectors, TimeProvider time,
    WorkGuard guard, ILogger<FleetDrain> logger) : IDisposable
{
    private readonly Lock _gate = new();
    private ITimer? _timer;
    private (long Since, TimeSpan Time)? _deadline;

    /// <summary>Gets the time until the emulators end; null: they don't.</summary>
    public TimeSpan? Left
    {
        get
        {
            lock (_gate)
            {
                return _deadline is not var (since, duration) ? null
                    : duration > time.GetElapsedTime(since) ? duration - time.GetElapsedTime(since) : TimeSpan.Zero;
            }
        }
    }

    /// <summary>Refuses new emulators from now on. Returns when those that are being created are there.</summary>
    /// <param name="duration">After which time all emulators end; null: they stay.</param>
    /// <param name="cancellationToken">Ends the wait; the host is drained nevertheless.</param>
    public async Task BeginAsync(TimeSpan? duration, CancellationToken cancellationToken)
    {
        var created = places.CloseAsync(cancellationToken);
        status.SetDraining(true);
        lock (_gate)
        {
            _timer?.Dispose();
            _timer = null;
            _deadline = null;
            if (duration is { } left)
            {
                _deadline = (time.GetTimestamp(), left);
                _timer = time.CreateTimer(static drain => ((FleetDrain)drain!).EndAll(), this, left, Timeout.InfiniteTimeSpan);
            }
        }

        await created;
    }

    /// <summary>Accepts new emulators again.</summary>
    public void End()
    {
        lock (_gate)
        {
            _timer?.Dispose();
            (_timer, _deadline) = (null, null);
        }

        places.Open();
        status.SetDraining(false);
    }

    public void Dispose() => _timer?.Dispose();

    private void EndAll() => _ = guard.RunAsync(nameof(FleetDrain), _ => EndAllAsync(), CancellationToken.None);

    private async Task EndAllAsync()
    {
        var all = emulators.All.ToArray();
        Log.HostDrained(logger, all.Length);
        await Task.WhenAll([.. all.Select(emulators.EndAsync), vectors.EndAllAsync("was ended because its host is drained")]);
    }
}
