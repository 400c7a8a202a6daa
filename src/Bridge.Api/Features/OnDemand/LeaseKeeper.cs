using Bridge.Api.Features.Events;
using Bridge.Api.Features.States;
using Bridge.Api.Server.Diagnostics;
using Bridge.SocketPool.Model;

namespace Bridge.Api.Features.OnDemand;

/// <summary>Ends the emulators whose lease has ended, and keeps their last states for a day.</summary>
internal sealed class LeaseKeeper(
    OnDemandEmulators emulators, EventFeeds feeds, NamedStates states, StateFolder stateFolder, TimeProvider time,
    WorkGuard guard, ILogger<LeaseKeeper> logger) : BackgroundWork(guard)
{
    /// <summary>The name of the last state of an emulator whose lease has ended.</summary>
    public const string LastState = "expired";

    // After so many failures in a row an emulator ends without its last state: nothing may keep it forever.
    private const int SaveTries = 10;

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
            if (hosted.IsEnding)
                continue;
            if (!IsUnused(hosted))
                hosted.FailedSaves = 0;
            else if (hosted.TryExpire())
                _ = Guard.RunAsync(nameof(LeaseKeeper), _ => EndAsync(hosted), stopping);
        }
    }

    private bool IsUnused(HostedEmulator hosted)
    {
        var (client, lease) = (hosted.Emulator.Client, hosted.Emulator.Lease);
        lease.Observe(client.RequestCount, client.HasRequests || feeds.HasStreams(client));
        return lease.Left == TimeSpan.Zero;
    }

    private async Task EndAsync(HostedEmulator hosted)
    {
        try
        {
            if (!await TrySaveAsync(hosted) && ++hosted.FailedSaves < SaveTries)
                return;
            // A client may have used it, or set another lease, while its state was saved.
            if (!await emulators.EndUnusedAsync(hosted, () => IsUnused(hosted)))
                return;
            Interlocked.Increment(ref _expired);
            Log.LeaseEnded(logger, hosted.Emulator.Name);
        }
        finally
        {
            hosted.EndExpiry();
        }

        if (_cleanedAt is not { } cleaned || time.GetElapsedTime(cleaned) > CleaningInterval)
        {
            _cleanedAt = time.GetTimestamp();
            await stateFolder.DeleteOldAsync(LastState, MaxAge);
        }
    }

    // Returns false if it may succeed later.
    private async Task<bool> TrySaveAsync(HostedEmulator hosted)
    {
        var (client, lease) = (hosted.Emulator.Client, hosted.Emulator.Lease);
        if (hosted.Emulator.Failure is not null)
            return true;
        try
        {
            await lease.UncountedAsync(
                async () => await states.SaveAsync(client, LastState, CancellationToken.None), NamedStates.RequestsToSave);
            hosted.FailedSaves = 0;
            return true;
        }
        catch (Exception exception)
        {
            Log.NoLastState(logger, hosted.Emulator.Name, exception.Message);
            return !IsPassing(exception);
        }
    }

    // An emulator that gets no processor time for a while counts as paused.
    private static bool IsPassing(Exception exception) => exception is EmulatorException
    {
        Failure: EmulatorFailure.Paused or EmulatorFailure.Overloaded or EmulatorFailure.NotApplied or EmulatorFailure.OutcomeUnknown
            or EmulatorFailure.TimedOut,
    };
}
