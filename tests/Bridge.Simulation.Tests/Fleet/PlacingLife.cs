using Bridge.Api.Fleet.Creating;
using Bridge.Api.Fleet.Etcd;
using Bridge.Api.Fleet.Membership;
using Bridge.Api.Fleet.Snapshot;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.Simulation.Tests.Fleet;

/// <summary>A bridge from its start to its death: the shipped names, keys and placement. What it does afterwards has no effect.</summary>
internal sealed class PlacingLife : IEtcd
{
    private readonly PlacingRun _run;
    private readonly PlacingHost _host;
    private readonly FleetKeys _keys = new("model");
    private readonly FleetDirectory _directory = new();
    private readonly OwnLease _lease;
    private readonly FleetNames _names;
    private readonly KeyReservations<string> _reservations;
    private readonly HostSearch<string> _search;
    private FleetView _view = FleetView.Empty;
    private long _heartbeats;
    // Whether the names of the running emulators were reserved with the current lease.
    private bool _hasNames;

    public PlacingLife(PlacingRun run, PlacingHost host)
    {
        (_run, _host) = (run, host);
        _lease = new OwnLease(run.Loop.Time);
        _names = new FleetNames(
            this, _keys, new FleetOptions { Name = "model", Host = host.Id }, _directory, _lease, NullLogger<FleetNames>.Instance);
        var keys = new CreationKeys(this, _keys, run.Loop.Time);
        _reservations = new KeyReservations<string>(host.Id, keys, new KeyTurns(), host.NewName);
        _search = new HostSearch<string>(host.Id, _directory, new Placement(run.Loop.Chance), keys);
        foreach (var emulator in host.Running.Values.Where(emulator => emulator.Name is not null))
            _names.Adopt(emulator.Name!, new FleetAlias(host.Id));
    }

    public bool IsOver { get; private set; }

    public FleetSnapshot Snapshot => _directory.Snapshot;

    /// <summary>Gets the lease that etcd granted this life; null: none yet.</summary>
    public long? Lease { get; private set; }

    public void Begin()
    {
        _ = RepeatAsync(0.8, 2.2, HeartbeatAsync);
        _ = RepeatAsync(0.02, _run.Loop.Chance.Next(4) == 0 ? 2 : 0.2, CopyAsync);
        _ = RepeatAsync(0.8, 1.2, CheckAsync);
    }

    public void End() => IsOver = true;

    /// <summary>Finds a host for a creation, as the bridge that a client asks does.</summary>
    /// <returns>What became of it, with the name of its emulator.</returns>
    public async Task<Placed<string>> SearchAsync(ModelCreation wanted)
    {
        try
        {
            return await _search.RunAsync(rom: null, KeyOf(wanted), host => SendAsync(host, wanted), CancellationToken.None);
        }
        catch (EtcdException)
        {
            return new Placed<string>(PlacedKind.Unreachable);
        }
    }

    /// <summary>Creates an emulator here, as the chosen host does.</summary>
    public async Task<Placed<string>> CreateAsync(ModelCreation wanted)
    {
        var hasBegun = false;
        return KeyOf(wanted) is { } key && _run.Bug != PlacingBug.NoTurns
            ? await _reservations.RunAsync(key, name => Find(wanted, name, isRepeated: !hasBegun), given =>
            {
                hasBegun = true;
                return StartAsync(wanted, given);
            }, CancellationToken.None)
            : await StartAsync(wanted, given: null);
    }

    /// <summary>Gives up the name of an emulator that has ended.</summary>
    public void Released(string name) => _ = ReleaseAsync(name);

    public Task<RangeResponse> RangeAsync(RangeRequest request, CancellationToken cancellationToken) =>
        CallAsync(store => store.Range(request));

    public Task<TxnResponse> TxnAsync(TxnRequest request, CancellationToken cancellationToken) => CallAsync(store => store.Txn(request));

    public Task<LeaseResponse> GrantAsync(long seconds, CancellationToken cancellationToken) => CallAsync(store => store.Grant(seconds));

    /// <summary>Waits for ever if the bridge is dead.</summary>
    public Task LivesAsync() => IsOver ? new TaskCompletionSource().Task : Task.CompletedTask;

    private static WantedKey? KeyOf(ModelCreation wanted) =>
        wanted.Key is { } key ? new WantedKey(key, wanted.Name ?? "same", wanted.Name) : null;

    // A call whose answer is lost is sent again.
    private async Task<T> CallAsync<T>(Func<ModelStore, T> work) where T : class
    {
        for (var attempt = 0; attempt < 2; attempt++)
        {
            await LivesAsync();
            EtcdException? refusal = null;
            var answer = await _run.Network.CallAsync(_host.Id, ModelNetwork.Etcd, () =>
            {
                try
                {
                    return Task.FromResult(IsOver ? null : work(_run.Store));
                }
                catch (EtcdException exception)
                {
                    refusal = exception;
                    return Task.FromResult<T?>(null);
                }
            });
            await LivesAsync();
            if (answer is not null || refusal is not null)
                return answer ?? throw refusal!;
        }

        throw new EtcdException("No member responded.");
    }

    private async Task ReleaseAsync(string name)
    {
        try
        {
            await _names.ReleaseAsync(name, CancellationToken.None);
        }
        catch (EtcdException)
        {
            // It is released later.
        }
    }

    private async Task RepeatAsync(double min, double max, Func<Task> work)
    {
        for (; !IsOver; await _run.Loop.DelayAsync(_run.Loop.Draw(min, max)))
        {
            try
            {
                await work();
            }
            catch (EtcdException)
            {
                // It is tried again.
            }
        }
    }

    private async Task HeartbeatAsync()
    {
        var sent = _lease.Now();
        if (Lease is { } held && await CallAsync(store => store.KeepAlive(held) ?? new LeaseResponse(held, 0)) is { Seconds: 0 })
        {
            _lease.Ended();
            (Lease, _hasNames) = (null, false);
        }

        if (Lease is null)
        {
            sent = _lease.Now();
            Lease = (await GrantAsync(OwnLease.Seconds, CancellationToken.None)).Id;
        }

        var value = System.Text.Json.JsonSerializer.SerializeToUtf8Bytes(
            FleetRun.Describe(_host.Id) with { Slots = _host.Places, Free = _host.Free, Heartbeats = ++_heartbeats },
            FleetJson.Context.FleetHost);
        await TxnAsync(TxnRequest.Put(new PutRequest(_keys.Host(_host.Id), value, Lease)), CancellationToken.None);
        _lease.Renewed(Lease.Value, sent, OwnLease.Seconds);
        await _names.MaintainAsync(isNewLease: !_hasNames, CancellationToken.None);
        _hasNames = true;
    }

    private async Task CopyAsync()
    {
        var list = await RangeAsync(new RangeRequest(_keys.SnapshotFrom, _keys.SnapshotTo), CancellationToken.None);
        _view = _view.Replace(_keys, list.Header.Revision, list.Kvs ?? [], _run.Loop.Time.GetUtcNow());
        _directory.Replace(_view.Snapshot);
    }

    // As the keeper of names does: another host may have got a name after this host's lease had ended.
    private async Task CheckAsync()
    {
        if (!_lease.IsHeld)
            return;
        foreach (var emulator in _host.Running.Values.Where(emulator => emulator.Name is not null).ToArray())
        {
            if (await _names.FindAsync(emulator.Name!, CancellationToken.None) is { } found && found.Host != _host.Id)
                _host.Remove(emulator);
        }
    }

    private async Task<Placed<string>> SendAsync(string host, ModelCreation wanted)
    {
        await LivesAsync();
        return _host.Id == host ? await CreateAsync(wanted)
            : Snapshot.Hosts.ContainsKey(host) || Snapshot.Lost.ContainsKey(host) ? await _host.SendAsync(host, wanted)
            : new Placed<string>(PlacedKind.Unreachable);
    }

    private string? Find(ModelCreation wanted, string name, bool isRepeated)
    {
        var found = _host.Running.GetValueOrDefault(name);
        var isThere = found is not null && (found.Key == wanted.Key || _run.Bug == PlacingBug.TrustsNames);
        if (!isThere && (!isRepeated || _run.Bug != PlacingBug.TrustsOldNames))
            return null;
        if (isRepeated)
            _run.CheckRepeated(wanted, name, found);
        return name;
    }

    private async Task<Placed<string>> StartAsync(ModelCreation wanted, string? given)
    {
        if (wanted.Name is not { } name)
            return await RunAsync(wanted, given ?? _host.NewName());
        // Needs no turn (KeyTurns), because the names know which ones this host has taken.
        if (await _names.TryReserveAsync(name, new FleetAlias(_host.Id), CancellationToken.None) is null)
            return new Placed<string>(PlacedKind.Done);
        var placed = await RunAsync(wanted, name);
        if (placed.Result is null)
            await ReleaseAsync(name);
        return placed;
    }

    private async Task<Placed<string>> RunAsync(ModelCreation wanted, string name)
    {
        await LivesAsync();
        if (!_host.TryReserve(name))
            return new Placed<string>(PlacedKind.Full);
        await _run.Loop.DelayAsync(_run.Loop.Draw(0.03, 0.3));
        await LivesAsync();
        _host.Run(new ModelEmulator(name, wanted.Name, wanted.Key));
        return new Placed<string>(PlacedKind.Done, name);
    }
}
