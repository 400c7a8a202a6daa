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
    private readonly KeyedCreation _keyed;
    private readonly HostSearch _search;
    private FleetView _view = FleetView.Empty;
    private long _beat;
    private bool _hasNames;

    public PlacingLife(PlacingRun run, PlacingHost host)
    {
        (_run, _host) = (run, host);
        _lease = new OwnLease(run.Loop.Time);
        _names = new FleetNames(
            this, _keys, new FleetOptions { Name = "model", Host = host.Id }, _directory, _lease, NullLogger<FleetNames>.Instance);
        var creations = new FleetCreations(this, _keys, run.Loop.Time);
        _keyed = new KeyedCreation(host.Id, creations, new KeyTurns());
        _search = new HostSearch(host.Id, new Placement(run.Loop.Chance), creations);
        foreach (var emulator in host.Running.Values.Where(emulator => emulator.Name is not null))
            _names.Adopt(emulator.Name!, new FleetAlias(host.Id));
    }

    public bool IsOver { get; private set; }

    public FleetCopy Copy => _directory.Copy;

    /// <summary>Gets the lease that etcd granted this life; null: none yet.</summary>
    public long? Lease { get; private set; }

    public void Begin()
    {
        _ = RepeatAsync(0.8, 2.2, BeatAsync);
        _ = RepeatAsync(0.02, _run.Loop.Chance.Next(4) == 0 ? 2 : 0.2, CopyAsync);
        _ = RepeatAsync(0.8, 1.2, LookAsync);
    }

    public void End() => IsOver = true;

    /// <summary>Finds a host for a creation, as the bridge does that a client asks.</summary>
    public async Task<ModelResponse> SearchAsync(ModelCreation wanted)
    {
        var world = new Search(this, wanted);
        try
        {
            var result = await _search.RunAsync(null, KeyOf(wanted), world, CancellationToken.None);
            return new ModelResponse(result.Kind, world.Name);
        }
        catch (EtcdException)
        {
            return new ModelResponse(PlacingKind.Unreachable);
        }
    }

    /// <summary>Creates an emulator here, as the host does that was chosen.</summary>
    public async Task<(PlacingResult Result, string? Name)> CreateAsync(ModelCreation wanted)
    {
        var work = new Work(this, wanted);
        var result = KeyOf(wanted) is { } key && _run.Bug != PlacingBug.NoTurns
            ? await _keyed.RunAsync(key, work, CancellationToken.None)
            : await work.CreateAsync(null);
        return (result, work.Made);
    }

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

    private async Task BeatAsync()
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
            FleetRun.Describe(_host.Id) with { Slots = _host.Places, Free = _host.Free, Beat = ++_beat }, FleetJson.Context.FleetHost);
        await TxnAsync(TxnRequest.Put(new PutRequest(_keys.Host(_host.Id), value, Lease)), CancellationToken.None);
        _lease.Renewed(Lease.Value, sent, OwnLease.Seconds);
        await _names.TendAsync(isNewLease: !_hasNames, CancellationToken.None);
        _hasNames = true;
    }

    private async Task CopyAsync()
    {
        var list = await RangeAsync(new RangeRequest(_keys.CopyFrom, _keys.CopyTo), CancellationToken.None);
        _view = _view.Replace(_keys, list.Header.Revision, list.Kvs ?? [], _run.Loop.Time.GetUtcNow());
        _directory.Replace(_view.Copy);
    }

    // As the keeper of names does: another host may have got a name after this host's lease had ended.
    private async Task LookAsync()
    {
        if (!_lease.IsHeld)
            return;
        foreach (var emulator in _host.Running.Values.Where(emulator => emulator.Name is not null).ToArray())
        {
            if (await _names.FindAsync(emulator.Name!, CancellationToken.None) is { } found && found.Host != _host.Id)
                _host.Remove(emulator);
        }
    }

    private sealed class Search(PlacingLife life, ModelCreation wanted) : ISearchedHosts
    {
        public string? Name { get; private set; }

        public FleetCopy Copy => life.Copy;

        public async Task<PlacingResult> AskAsync(string host)
        {
            await life.LivesAsync();
            var (result, name) = life._host.Id == host ? await life.CreateAsync(wanted)
                : Copy.Hosts.ContainsKey(host) || Copy.Lost.ContainsKey(host) ? await life._host.SendAsync(host, wanted)
                : (PlacingResult.Unreachable, null);
            Name = name;
            return result;
        }
    }

    private sealed class Work(PlacingLife life, ModelCreation wanted) : IKeyedWork
    {
        /// <summary>Gets the name of the emulator in the response.</summary>
        public string? Made { get; private set; }

        public string NewName() => life._host.NewName();

        public bool IsThere(string name) => life._host.Running.TryGetValue(name, out var found)
            && (found.Key == wanted.Key || life._run.Bug == PlacingBug.TrustsNames);

        public Task<PlacingResult>? TryRepeat(string name)
        {
            if (!IsThere(name) && life._run.Bug != PlacingBug.TrustsOldNames)
                return null;
            life._run.CheckRepeated(wanted, name, life._host.Running.GetValueOrDefault(name));
            Made = name;
            return Task.FromResult(PlacingResult.Responded);
        }

        public async Task<PlacingResult> CreateAsync(string? given)
        {
            if (wanted.Name is not { } name)
                return await StartAsync(given ?? NewName());
            // Without a turn of its own: the names know what this host has taken.
            if (await life._names.TryTakeAsync(name, new FleetAlias(life._host.Id), CancellationToken.None) is null)
                return PlacingResult.Responded;
            var result = await StartAsync(name);
            if (Made is null)
                await life.ReleaseAsync(name);
            return result;
        }

        private async Task<PlacingResult> StartAsync(string name)
        {
            await life.LivesAsync();
            if (!life._host.TryReserve(name))
                return PlacingResult.Refused;
            await life._run.Loop.DelayAsync(life._run.Loop.Draw(0.03, 0.3));
            await life.LivesAsync();
            life._host.Run(new ModelEmulator(name, wanted.Name, wanted.Key));
            Made = name;
            return PlacingResult.Responded;
        }
    }
}
