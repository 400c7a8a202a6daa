using System.Globalization;
using System.Text;
using Bridge.Api.Fleet.Fencing;
using Bridge.Api.Fleet.Snapshot;

namespace Bridge.Simulation.Tests.Fleet;

/// <summary>One run: hosts that are cut off, stopped and killed, while clients use emulators with a checkpoint.</summary>
internal sealed class FleetRun
{
    private const int Faults = 25;

    private static readonly string[] Names = ["blue", "red"];
    private static readonly TimeSpan Rest = TimeSpan.FromSeconds(90);
    private static readonly TimeSpan Longest = TimeSpan.FromHours(1);

    private readonly List<ModelHost> _hosts;
    private readonly StringBuilder? _log;
    // How often each emulator was started, and the start and host that last served it: no earlier start may serve after a later one.
    private readonly Dictionary<string, int> _starts = [];
    private readonly Dictionary<string, (int Start, string Host)> _served = [];
    // The takeovers in progress.
    private readonly HashSet<(string Host, string Name)> _begun = [];
    private bool _isSettled;

    private FleetRun(int seed, PlantedBug bug, StringBuilder? log)
    {
        _log = log;
        (Loop, Bug) = (new FleetLoop(seed), bug);
        (Network, Etcd) = (new ModelNetwork(Loop), new ModelEtcd(Loop));
        _hosts = [.. Enumerable.Range(1, Loop.Chance.Next(2, 5)).Select(number =>
            new ModelHost(this, string.Create(CultureInfo.InvariantCulture, $"h{number}")))];
    }

    public FleetLoop Loop { get; }

    public PlantedBug Bug { get; }

    public ModelNetwork Network { get; }

    public ModelEtcd Etcd { get; }

    /// <summary>Gets the first violation; null: none.</summary>
    public string? Violation { get; private set; }

    /// <summary>Runs a seed.</summary>
    /// <returns>The first violation; null if there was none.</returns>
    public static string? Do(int seed, PlantedBug bug, StringBuilder? log = null)
    {
        var run = new FleetRun(seed, bug, log);
        var done = Task.CompletedTask;
        run.Loop.Post(_ => done = run.GoAsync(), null);
        run.Loop.Run(Longest, () => run._isSettled || run.Violation is not null || done.IsFaulted);
        return run.Violation ?? (done.IsFaulted ? done.Exception.ToString() : run._isSettled ? null : "The run does not end.");
    }

    public void Note(string what) =>
        _log?.Append(CultureInfo.InvariantCulture, $"{Loop.Now.TotalSeconds:0.000} {what}").Append('\n');

    public static FleetHost Describe(string id) => new(
        id, $"http://{id}", Raw: null, Instance: "", Slots: 8, Free: 4, Warm: 0, Roms: "", Draining: false, Version: "", Heartbeats: 0);

    /// <summary>Counts a start of an emulator on any host, and returns its number.</summary>
    public int NextStart(string name) => _starts[name] = _starts.GetValueOrDefault(name) + 1;

    /// <summary>Returns whether the host may begin a takeover: it has none of this name in progress.</summary>
    public bool TryBegin(string host, string name) => _begun.Add((host, name));

    public void End(string host, string name) => _begun.Remove((host, name));

    /// <summary>Notes a violation if a host ends the copy that etcd says is the right one.</summary>
    public void CheckEnd(string host, string name, long hold)
    {
        if (Etcd.Find(name) is { } right && right.Host == host && right.Revision == hold)
            Violation ??= $"{host} ended its {name}, which is the right one.";
    }

    public Task<T?> EtcdAsync<T>(string host, Func<ModelEtcd, T> work) where T : class =>
        Network.CallAsync(host, ModelNetwork.Etcd, () => Task.FromResult(Etcd.IsUp ? work(Etcd) : null));

    public Task<T?> AnswerAsync<T>(string host, Func<T> work) where T : class =>
        Task.FromResult(HostOf(host) is { IsUp: true, IsPaused: false } ? work() : null);

    public Task<HolderResponse?> AnswerFenceAsync(string host, string name) =>
        HostOf(host) is { IsUp: true, IsPaused: false } up ? up.AnswerAsync(name) : Task.FromResult<HolderResponse?>(null);

    private ModelHost HostOf(string id) => _hosts.First(host => host.Host == id);

    private async Task GoAsync()
    {
        foreach (var host in _hosts)
            _ = StartAsync(host);
        await Loop.DelayAsync(TimeSpan.FromSeconds(5));
        foreach (var name in Names)
        {
            var host = _hosts.Where(host => host.Lease is not null).OrderBy(_ => Loop.Chance.Next()).First();
            host.Create(name, host.Lease, Etcd.Put(name, new FleetAlias(host.Host, new FleetCheckpoint(5, "{}"))));
        }

        _ = PlayAsync();
        for (var fault = 0; fault < Faults; fault++)
        {
            await Loop.DelayAsync(Loop.Draw(0.1, 8));
            _ = FailAsync();
        }

        await Loop.DelayAsync(Rest);
        Network.HealAll();
        await Loop.DelayAsync(Rest);
        foreach (var name in Names)
        {
            var serving = _hosts.Where(host => host.Running.ContainsKey(name)).ToArray();
            if (serving is not [{ } one] || !one.Serves(name))
                Violation ??= $"At the end {serving.Length} hosts run {name}.";
        }

        _isSettled = true;
    }

    // Hosts after the second one may join late.
    private async Task StartAsync(ModelHost host)
    {
        if (_hosts.IndexOf(host) > 1 && Loop.Chance.Next(2) == 0)
            await Loop.DelayAsync(Loop.Draw(5, 60));
        if (!host.IsUp)
            host.Start();
    }

    private async Task PlayAsync()
    {
        while (!_isSettled)
        {
            await Loop.DelayAsync(Loop.Draw(0.005, 0.05));
            var (host, name) = (_hosts[Loop.Chance.Next(_hosts.Count)], Names[Loop.Chance.Next(Names.Length)]);
            if (!host.Serves(name))
                continue;
            var start = host.Running[name];
            if (_served.TryGetValue(name, out var last) && start < last.Start)
            {
                Violation ??= string.Create(CultureInfo.InvariantCulture,
                    $"{host.Host} served {name}, start {start}, after {last.Host} with start {last.Start} at {Loop.Now.TotalSeconds:0.0}.");
            }

            _served[name] = (start, host.Host);
        }
    }

    private async Task FailAsync()
    {
        var host = _hosts[Loop.Chance.Next(_hosts.Count)];
        var other = _hosts[Loop.Chance.Next(_hosts.Count)];
        var time = Loop.Draw(0.5, 30);
        var kind = Loop.Chance.Next(6);
        Note($"Fault {kind} of {host.Host}, {other.Host} for {time.TotalSeconds}");
        switch (kind)
        {
            case 0:
                Network.Cut(host.Host, ModelNetwork.Etcd);
                await Loop.DelayAsync(time);
                Network.Heal(host.Host, ModelNetwork.Etcd);
                break;
            case 1:
                Network.Cut(host.Host, other.Host);
                await Loop.DelayAsync(time);
                Network.Heal(host.Host, other.Host);
                break;
            case 2:
                foreach (var peer in _hosts.Where(peer => peer != host).Select(peer => peer.Host).Append(ModelNetwork.Etcd))
                    Network.Cut(host.Host, peer);
                await Loop.DelayAsync(time);
                foreach (var peer in _hosts.Where(peer => peer != host).Select(peer => peer.Host).Append(ModelNetwork.Etcd))
                    Network.Heal(host.Host, peer);
                break;
            case 3:
                Etcd.IsUp = false;
                await Loop.DelayAsync(time);
                Etcd.IsUp = true;
                break;
            case 4:
                host.IsPaused = true;
                await Loop.DelayAsync(time);
                host.IsPaused = false;
                break;
            default:
                if (!host.IsUp)
                    return;
                host.Stop(isPowerOff: Loop.Chance.Next(2) == 0);
                await Loop.DelayAsync(time);
                host.Start();
                break;
        }
    }
}
