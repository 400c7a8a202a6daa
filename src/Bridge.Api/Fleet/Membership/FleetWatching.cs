using Bridge.Api.Fleet.Etcd;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Api.Server.Diagnostics;

namespace Bridge.Api.Fleet.Membership;

/// <summary>Keeps the snapshot of the fleet: lists all keys, then watches them from there. On any inconsistency it starts over.</summary>
internal sealed class FleetWatching(
    EtcdClient etcd, FleetKeys keys, FleetSelf self, FleetDirectory directory, EtcdContact contact, TimeProvider time,
    ILogger<FleetWatching> logger)
{
    // gRPC's OUT_OF_RANGE: etcd has compacted the revision. CheckAsync also uses it if the snapshot differs from etcd.
    private const int Compacted = 11;

    private static readonly TimeSpan Tick = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan CheckInterval = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan AfterFailure = TimeSpan.FromMilliseconds(500);

    private readonly WatchLife _life = new(time);
    private FleetView _view = FleetView.Empty;
    private bool _hasListed;
    // Whether following has failed since the last watch began.
    private bool _hasFailed;
    private long _resyncs;

    /// <summary>Gets how often this bridge has read all of etcd's keys again.</summary>
    public long Resyncs => Volatile.Read(ref _resyncs);

    /// <summary>Follows etcd until the token is cancelled.</summary>
    public async Task RunAsync(CancellationToken stopping)
    {
        while (true)
        {
            try
            {
                await FollowAsync(stopping);
            }
            catch (EtcdException exception)
            {
                if (!_hasFailed)
                    Log.FleetResync(logger, exception.Message);
                _hasFailed = true;
                Show(_view.WithoutOld(time.GetUtcNow()));
                await Task.Delay(AfterFailure, time, stopping);
            }
        }
    }

    private async Task FollowAsync(CancellationToken stopping)
    {
        var list = await etcd.RangeAsync(new RangeRequest(keys.SnapshotFrom, keys.SnapshotTo), stopping);
        if (_hasListed)
            Interlocked.Increment(ref _resyncs);
        _hasListed = true;
        Show(_view.Replace(keys, list.Header.Revision, list.Kvs ?? [], time.GetUtcNow()));
        await using var watch = await etcd.WatchAsync(
            new WatchCreate(keys.SnapshotFrom, keys.SnapshotTo, _view.Revision + 1), stopping);
        _life.Confirm();
        _hasFailed = false;
        using var end = CancellationTokenSource.CreateLinkedTokenSource(stopping);
        var next = watch.NextAsync(end.Token);
        try
        {
            var checkedAt = time.GetTimestamp();
            while (true)
            {
                if (await HasEndedAsync(next, stopping))
                {
                    Take(await next);
                    next = watch.NextAsync(end.Token);
                }

                CheckLife(watch);
                Show(_view.WithoutOld(time.GetUtcNow()));
                if (time.GetElapsedTime(checkedAt) < CheckInterval)
                    continue;
                await CheckAsync(stopping);
                checkedAt = time.GetTimestamp();
            }
        }
        finally
        {
            // The watch may be disposed only after the read.
            await end.CancelAsync();
            await ((Task)next).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private void CheckLife(EtcdWatch watch)
    {
        if (!_life.IsDead)
            return;
        etcd.Avoid(watch.Member);
        throw new EtcdException(
            $"The watch at {watch.Member} has not shown this host's own key for {WatchLife.Patience.TotalSeconds} s.");
    }

    // Waits for a tick at most.
    private async Task<bool> HasEndedAsync(Task task, CancellationToken cancellationToken)
    {
        if (task.IsCompleted)
            return true;
        using var woken = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        await Task.WhenAny(task, Task.Delay(Tick, time, woken.Token));
        await woken.CancelAsync();
        cancellationToken.ThrowIfCancellationRequested();
        return task.IsCompleted;
    }

    private void Take(WatchResult result)
    {
        contact.Heard();
        if (result.Events is not { Length: > 0 } events)
            return;
        Show(_view.Apply(keys, events, time.GetUtcNow()));
        if (events.Any(change => !change.IsDelete && keys.Read(change.Kv.Key) == (FleetKeyKind.Host, self.Id)))
            _life.Confirm();
    }

    // A list of the snapshot's own revision must equal the snapshot.
    private async Task CheckAsync(CancellationToken cancellationToken)
    {
        try
        {
            var list = await etcd.RangeAsync(new RangeRequest(keys.SnapshotFrom, keys.SnapshotTo, _view.Revision), cancellationToken);
            if (!_view.Agrees(keys, list.Kvs ?? []))
                throw new EtcdException("The snapshot of the fleet does not agree with etcd.") { Code = Compacted };
        }
        catch (EtcdException exception) when (exception.Code != Compacted)
        {
            // etcd can't be reached; the watch shows whether it lives.
        }
    }

    private void Show(FleetView view)
    {
        if (view.Snapshot != _view.Snapshot)
            directory.Replace(view.Snapshot);
        _view = view;
    }
}
