using Bridge.Api.Diagnostics;
using Bridge.Api.Errors;
using Bridge.Api.Events;
using Bridge.Api.States;
using Bridge.SocketPool;

namespace Bridge.Api.OnDemand;

/// <summary>Ends the emulators whose lease has ended, and keeps their last states for a day.</summary>
internal sealed class LeaseKeeper(
    OnDemandEmulators emulators, EventFeeds feeds, NamedStates states, StateFolder stateFolder, TimeProvider time,
    WorkGuard guard, ILogger<LeaseKeeper> logger) : BackgroundWork(guard)
{
    /// <summary>The name of the last state of an emulator whose lease has ended.</summary>
    public const string LastState = "expired";

    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan MaxAge = TimeSpan.FromDays(1);
    private static readonly TimeSpan CleaningInterval = TimeSpan.FromHours(1);

    private long? _cleanedAt;
    private long _expired;

    /// <summary>Gets how many emulators have ended because of their lease.</summary>
    public long Expired => Volatile.Read(ref _expired);

    protected override async Task RunAsync(CancellationToken stopping)
    {
        using var timer = new PeriodicTimer(Interval, time);
        while (await timer.WaitForNextTickAsync(stopping))
            Look(stopping);
    }

    private void Look(CancellationToken stopping)
    {
        foreach (var hosted in emulators.All)
        {
            var (client, lease) = (hosted.Emulator.Client, hosted.Emulator.Lease);
            lease.Observe(client.RequestCount, client.HasRequests || feeds.HasStreams(client));
            if (lease.Left == TimeSpan.Zero && !hosted.IsEnding)
                _ = Guard.RunAsync(nameof(LeaseKeeper), _ => EndAsync(hosted), stopping);
        }
    }

    private async Task EndAsync(HostedEmulator hosted)
    {
        Interlocked.Increment(ref _expired);
        Log.LeaseEnded(logger, hosted.Emulator.Name);
        try
        {
            if (hosted.Emulator.Failure is null)
                await states.SaveAsync(hosted.Emulator.Client, LastState, CancellationToken.None);
        }
        catch (Exception exception) when (exception is RequestException or EmulatorException)
        {
            Log.NoLastState(logger, hosted.Emulator.Name, exception.Message);
        }

        await emulators.EndAsync(hosted);
        if (_cleanedAt is not { } cleaned || time.GetElapsedTime(cleaned) > CleaningInterval)
        {
            _cleanedAt = time.GetTimestamp();
            await stateFolder.DeleteOldAsync(LastState, MaxAge);
        }
    }
}
