using System.Text.Json;
using System.Threading.Channels;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Fleet.Etcd;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Api.Server.Diagnostics;

namespace Bridge.Api.Fleet.Membership;

/// <summary>Keeps this host's lease alive, and writes its key every two seconds and after a change.</summary>
internal sealed class HostHeartbeat(
    EtcdClient etcd, FleetKeys keys, FleetSelf self, FleetRoms roms, FleetMembers members, FleetNames names, OwnLease lease,
    FleetStatus status, CreationPlaces places, FleetDirectory directory, TimeProvider time, ILogger<HostHeartbeat> logger)
{
    private const int Attempts = 4;

    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan MinInterval = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan AfterFailure = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan TimeToRevoke = TimeSpan.FromSeconds(2);

    private readonly Channel<bool> _changed = Channel.CreateBounded<bool>(
        new BoundedChannelOptions(1) { FullMode = BoundedChannelFullMode.DropWrite });

    private long? _lease;
    private long _revision; // That of this host's key in etcd; 0: the key isn't there, as far as is known.
    private long _heartbeats;
    // Whether this host's key has its present lease; and whether this run of the bridge has ever written the key.
    private bool _isRegistered;
    private bool _hasRegistered;
    // Whether the names of this host's emulators have its present lease.
    private bool _hasNames;
    private bool _hasLoggedTaken;
    private bool _hasFailed;

    /// <summary>Checks that no other bridge has this host's id.</summary>
    /// <exception cref="StartException">Another one has it, or the fleet is full.</exception>
    public async Task CheckAsync(CancellationToken cancellationToken)
    {
        try
        {
            var hosts = await etcd.RangeAsync(new RangeRequest(keys.HostsFrom, keys.HostsTo), cancellationToken);
            var all = hosts.Kvs ?? [];
            var own = all.FirstOrDefault(value => keys.Read(value.Key).Name == self.Id);
            if (own is not null && Read(own) is { } other && other.Address != self.Address)
                throw new StartException(DescribeOther(other)) { IsTemporary = true };
            if (own is null && all.Length >= FleetViewBuilder.MaxHosts)
                throw new StartException($"The fleet has {all.Length} hosts, the maximum.") { IsTemporary = true };
        }
        catch (EtcdException exception)
        {
            Log.EtcdUnreachable(logger, exception.Message);
            _hasFailed = true;
        }
    }

    /// <summary>Writes until the token is cancelled.</summary>
    public async Task RunAsync(CancellationToken stopping)
    {
        status.Changed += Wake;
        places.Changed += Wake;
        directory.Changed += WakeForNew;
        try
        {
            while (true)
            {
                var began = time.GetTimestamp();
                var rest = Interval;
                try
                {
                    await HeartbeatAsync(stopping);
                    if (_hasFailed)
                        Log.EtcdReached(logger);
                    _hasFailed = false;
                }
                catch (EtcdException exception)
                {
                    if (!_hasFailed)
                        Log.EtcdUnreachable(logger, exception.Message);
                    _hasFailed = true;
                    rest = AfterFailure;
                }

                await RestAsync(began, rest, stopping);
            }
        }
        finally
        {
            status.Changed -= Wake;
            places.Changed -= Wake;
            directory.Changed -= WakeForNew;
        }
    }

    /// <summary>Ends the lease, so that the others see this host go at once.</summary>
    public async Task EndAsync()
    {
        lease.Ended();
        if (_lease is not { } id)
            return;
        using var timeout = new CancellationTokenSource(TimeToRevoke, time);
        try
        {
            await etcd.RevokeAsync(id, timeout.Token);
        }
        catch (Exception exception) when (exception is EtcdException or OperationCanceledException)
        {
            // It ends by itself.
        }
    }

    private async Task HeartbeatAsync(CancellationToken stopping)
    {
        var sent = lease.Now();
        var seconds = await RenewAsync(stopping);
        if (_isRegistered)
            lease.Renewed(_lease!.Value, sent, seconds);
        await roms.PublishAsync(stopping);
        if (!await PutAsync(stopping))
        {
            await WithdrawAsync(stopping);
            return;
        }

        if (!_isRegistered)
        {
            lease.Renewed(_lease!.Value, sent, seconds);
            (_isRegistered, _hasNames) = (true, false);
        }

        await names.MaintainAsync(isNewLease: !_hasNames, stopping);
        _hasNames = true;
        await members.WriteAsync(stopping);
    }

    // Returns how many seconds the lease lasts.
    private async Task<long> RenewAsync(CancellationToken stopping)
    {
        if (_lease is { } id)
        {
            if (await etcd.KeepAliveAsync(id, stopping) is > 0 and var seconds)
                return seconds;
            Log.FleetLeaseLost(logger);
            (_lease, _isRegistered) = (null, false);
            lease.Ended();
        }

        var granted = await etcd.GrantAsync(OwnLease.Seconds, stopping);
        _lease = granted.Id;
        return granted.Seconds;
    }

    // Returns false if another bridge has this host's key.
    private async Task<bool> PutAsync(CancellationToken stopping)
    {
        var key = keys.Host(self.Id);
        var host = self.Describe(++_heartbeats);
        var value = JsonSerializer.SerializeToUtf8Bytes(host, FleetJson.Context.FleetHost);
        for (var attempt = 0; attempt < Attempts; attempt++)
        {
            var response = await etcd.TxnAsync(
                TxnRequest.Put(new PutRequest(key, value, _lease), EtcdCompare.IsAt(key, _revision)), stopping);
            if (response.Succeeded)
            {
                (_revision, _hasRegistered) = (response.Header.Revision, true);
                return true;
            }

            if (response.Found is { } found && Read(found) is { } other && !IsOwn(other))
            {
                if (!_hasLoggedTaken)
                    Log.FleetIdTaken(logger, DescribeOther(other));
                _hasLoggedTaken = true;
                return false;
            }

            _revision = response.Found?.ModRevision ?? 0;
        }

        throw new EtcdException("This host's key in etcd changes too fast.");
    }

    // A bridge that was killed leaves its key. One that was replaced by a later run at its address doesn't take the key back.
    private bool IsOwn(FleetHost other) =>
        other.Instance == self.Instance || (other.Address == self.Address && !_hasRegistered);

    // The key may become free again; until then this host has no lease to count on.
    private async Task WithdrawAsync(CancellationToken stopping)
    {
        lease.Ended();
        var id = _lease!.Value;
        (_lease, _isRegistered, _revision) = (null, false, 0);
        await etcd.RevokeAsync(id, stopping);
    }

    // Waits the whole time after a failure; otherwise until the time is over or something has changed, but at least the min interval.
    private async Task RestAsync(long began, TimeSpan rest, CancellationToken stopping)
    {
        var left = rest - time.GetElapsedTime(began);
        if (rest == AfterFailure)
            left = rest;
        else if (left > TimeSpan.Zero && await WaitForChangeAsync(left, stopping))
            left = MinInterval - time.GetElapsedTime(began);
        else
            return;
        if (left > TimeSpan.Zero)
            await Task.Delay(left, time, stopping);
    }

    private async Task<bool> WaitForChangeAsync(TimeSpan most, CancellationToken stopping)
    {
        using var timeout = new CancellationTokenSource(most, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(timeout.Token, stopping);
        try
        {
            return await _changed.Reader.ReadAsync(either.Token);
        }
        catch (OperationCanceledException) when (!stopping.IsCancellationRequested)
        {
            return false;
        }
    }

    private void WakeForNew(FleetSnapshot before, FleetSnapshot after)
    {
        if (before.Members != after.Members && members.HasNew(after))
            Wake();
    }

    private void Wake() => _changed.Writer.TryWrite(true);

    private static FleetHost? Read(EtcdKeyValue value) => EtcdValue.TryRead(value.Value ?? [], FleetJson.Context.FleetHost);

    private string DescribeOther(FleetHost other) =>
        $"Bridge:Fleet:Host must be another id for each host; another bridge, at {other.Address}, is the host \"{self.Id}\".";
}
