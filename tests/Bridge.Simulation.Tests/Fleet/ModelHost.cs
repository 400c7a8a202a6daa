using System.Collections.Immutable;
using Bridge.Api.Fleet.Fencing;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Api.Fleet.Takeover;

namespace Bridge.Simulation.Tests.Fleet;

/// <summary>A host with the shipped fence and takeover.</summary>
internal sealed class ModelHost : ITakeoverWorld, IFenceWorld
{
    private readonly FleetRun _run;
    private readonly Fence _fence;
    private readonly EmulatorTakeover _takeover;
    // The names that this host takes over, with the number of the bridge's life in which it does.
    private readonly Dictionary<string, long> _taking = [];
    // The names whose takeover etcd has been asked for and has not answered.
    private readonly HashSet<string> _confirming = [];
    // The revision at which this host took each name.
    private readonly Dictionary<string, long> _holds = [];
    // The number of the bridge's life; what began in an earlier one has no effect.
    private long _life;
    private long? _lease;
    private TimeSpan _leaseSent;

    public ModelHost(FleetRun run, string id)
    {
        (_run, Host) = (run, id);
        _fence = new Fence(this, run.Loop.Time);
        _takeover = run.Bug == PlantedBug.NoWaitBeforeStart
            ? new EmulatorTakeover(this, run.Loop.Time) { BeforeStart = TimeSpan.Zero }
            : new EmulatorTakeover(this, run.Loop.Time);
    }

    public string Host { get; }

    public FleetSnapshot Snapshot { get; private set; } = FleetSnapshot.Empty;

    public bool IsUp { get; private set; }

    public bool IsPaused { get; set; }

    /// <summary>Gets the emulators that run here, each with the number of its start.</summary>
    public Dictionary<string, int> Running { get; } = [];

    public long? Lease => _lease is not null && _run.Loop.Now - _leaseSent < ModelEtcd.LeaseTime ? _lease : null;

    public IReadOnlyCollection<FleetMember>? Others => Snapshot.Members.IsEmpty
        ? null
        : [.. Snapshot.Members.Values.Where(member => member.Id != Host && IsAsked(member.Id))
            .OrderBy(member => member.Id, StringComparer.Ordinal)];

    /// <summary>Returns whether a client gets an answer of an emulator.</summary>
    public bool Serves(string name) => IsUp && !IsPaused && Running.ContainsKey(name)
        && (_run.Bug == PlantedBug.NoFence || _fence.MayServe(name));

    public void Start()
    {
        (IsUp, _lease, Snapshot) = (true, null, FleetSnapshot.Empty);
        _life++;
        foreach (var name in Running.Keys)
            _fence.Add(name, lease: null, HoldOf(name));
        _ = RepeatAsync(1.8, 2.2, HeartbeatAsync);
        _ = RepeatAsync(0.05, _run.Loop.Chance.Next(4) == 0 ? 4 : 0.4, CopyAsync);
        _ = RepeatAsync(0.5, 0.5, () => _fence.ProveAsync(CancellationToken.None), waits: false);
        _ = RepeatAsync(0.4, 0.6, TakeOverAsync);
    }

    /// <summary>Ends the bridge, and the emulators as well if the power is off.</summary>
    public void Stop(bool isPowerOff)
    {
        IsUp = false;
        _life++;
        _taking.Clear();
        foreach (var name in _fence.Names)
            _fence.Remove(name);
        if (isPowerOff)
            Running.Clear();
        // Emulators that run on keep what the bridge has written down of them.
        foreach (var name in _holds.Keys.Where(name => !Running.ContainsKey(name)).ToArray())
            _holds.Remove(name);
    }

    public async Task<bool> ReachesAsync(FleetMember host, CancellationToken cancellationToken) =>
        await _run.Network.CallAsync(Host, host.Id, () => _run.AnswerAsync(host.Id, () => "live")) is not null;

    public async Task<bool> TryTakeOverAsync(
        string name, FleetAlias alias, long revision, long member, CancellationToken cancellationToken)
    {
        long? needed = _run.Bug == PlantedBug.NoRevision ? null : revision;
        var life = _life;
        _confirming.Add(name);
        // 0: refused; null: no answer.
        var taken = (long?)await _run.EtcdAsync(Host, etcd => (object)etcd.TryTakeOver(name, alias, needed, member));
        _confirming.Remove(name);
        _run.Note($"{Host} takes {name} at {revision}: {taken}");
        if (taken is null or 0 || life != _life)
            return false;
        (_taking[name], _holds[name]) = (life, taken.Value);
        return true;
    }

    public Task<bool> StartAsync(string name, FleetAlias old, CancellationToken cancellationToken)
    {
        // The bridge was killed between taking the name and starting the emulator.
        if (!_taking.Remove(name, out var life) || life != _life || !IsUp)
            return Task.FromResult(false);
        Create(name, lease: null, _holds[name]);
        _ = _fence.ProveAsync(cancellationToken);
        return Task.FromResult(true);
    }

    public Task GiveUpAsync(string name, FleetAlias alias, CancellationToken cancellationToken) => Task.CompletedTask;

    public void Create(string name, long? lease, long revision)
    {
        (Running[name], _holds[name]) = (_run.NextStart(name), revision);
        _run.Note($"{Host} starts {name} as {Running[name]}");
        _fence.Add(name, lease, revision);
    }

    public Task<HolderResponse?> ReadAsync(string name, CancellationToken cancellationToken) =>
        _run.EtcdAsync(Host, etcd => new HolderResponse(etcd.Find(name)?.Host, IsExact: true));

    public async Task<HolderResponse?> AskAsync(FleetMember host, string name, CancellationToken cancellationToken)
    {
        var answer = await _run.Network.CallAsync(Host, host.Id, () => _run.AnswerFenceAsync(host.Id, name));
        _run.Note($"{Host} asks {host.Id} about {name}: {answer}");
        return answer;
    }

    /// <summary>Answers another host as GET /fleet/names/NAME does.</summary>
    public async Task<HolderResponse?> AnswerAsync(string name)
    {
        if (Lease is not null && await ReadAsync(name, CancellationToken.None) is { } exact)
            return exact;
        if (_confirming.Contains(name))
            return null;
        var isHeld = Running.ContainsKey(name) || _taking.ContainsKey(name);
        return FenceRules.Answer(Host, name, isHeld ? HoldOf(name) : null, _run.Bug == PlantedBug.NoCopy ? WithoutNames : Snapshot);
    }

    public Task EndAsync(string name)
    {
        _run.CheckEnd(Host, name, _holds[name]);
        Running.Remove(name);
        _holds.Remove(name);
        _run.Note($"{Host} ends its copy of {name}");
        _fence.Remove(name);
        return Task.CompletedTask;
    }

    private static FleetSnapshot WithoutNames { get; } = FleetSnapshot.Empty with
    {
        Members = FleetSnapshot.Empty.Members.Add("", new FleetMember("", "", 0)),
    };

    private long HoldOf(string name) => _run.Bug == PlantedBug.NoHold ? 0 : _holds[name];

    private bool IsAsked(string id) => _run.Bug != PlantedBug.NoMembers || Snapshot.Hosts.ContainsKey(id) || Snapshot.Lost.ContainsKey(id);

    private async Task RepeatAsync(double min, double max, Func<Task> work, bool waits = true)
    {
        for (var life = _life; life == _life; await _run.Loop.DelayAsync(_run.Loop.Draw(min, max)))
        {
            if (IsPaused)
                continue;
            var done = work();
            if (waits)
                await done;
        }
    }

    private async Task HeartbeatAsync()
    {
        await RenewAsync();
        if (Lease is null)
            return;
        // As FleetMembers does.
        if (!Snapshot.Members.TryGetValue(Host, out var own))
            await _run.EtcdAsync(Host, etcd => etcd.PutMember(Host, _run.Bug == PlantedBug.NoSeen ? long.MaxValue : 0));
        else if (Snapshot.Members.Values.Max(member => member.Created) is var newest && newest > own.Seen)
            await _run.EtcdAsync(Host, etcd => etcd.PutMember(Host, newest));
    }

    private async Task RenewAsync()
    {
        var sent = _run.Loop.Now;
        var life = _life;
        if (_lease is { } lease)
        {
            var kept = await _run.EtcdAsync(Host, etcd => etcd.KeepAlive(Host, lease) ? "yes" : "no");
            if (kept == "yes")
                _leaseSent = sent;
            if (kept != "no")
                return;
            sent = _run.Loop.Now;
        }

        if (await _run.EtcdAsync(Host, etcd => (object)etcd.Grant(Host)) is long granted && life == _life)
            (_lease, _leaseSent) = (granted, sent);
    }

    private async Task CopyAsync()
    {
        var life = _life;
        if (await _run.EtcdAsync(Host, etcd => etcd.List()) is not var (hosts, members, names) || life != _life)
            return;
        var now = hosts.ToImmutableDictionary(id => id, FleetRun.Describe);
        var lost = Snapshot.Hosts.Keys.Concat(Snapshot.Lost.Keys).Distinct().Where(id => !now.ContainsKey(id))
            .ToImmutableDictionary(id => id, id => new LostHost(FleetRun.Describe(id), default));
        Snapshot = new FleetSnapshot(now, names, FleetSnapshot.Empty.Roms, lost) { Members = members };
    }

    private Task TakeOverAsync()
    {
        if (Lease is null)
            return Task.CompletedTask;
        foreach (var (name, alias) in Snapshot.Aliases.OrderBy(entry => entry.Key, StringComparer.Ordinal))
        {
            var isLost = alias.Host == Host || EmulatorTakeover.FindLost(Snapshot, name) is not null;
            var isHere = Running.ContainsKey(name) && _run.Bug != PlantedBug.OverOwnCopy;
            if (isLost && !isHere && !_taking.ContainsKey(name) && _run.TryBegin(Host, name))
                _ = TakeOverAsync(name);
        }

        return Task.CompletedTask;
    }

    private async Task TakeOverAsync(string name)
    {
        try
        {
            await _takeover.RunAsync(name, rom: null, CancellationToken.None);
        }
        finally
        {
            _run.End(Host, name);
        }
    }
}
