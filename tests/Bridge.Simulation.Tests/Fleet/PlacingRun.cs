using System.Collections.Immutable;
using System.Globalization;
using System.Text;
using Bridge.Api.Fleet.Creating;

namespace Bridge.Simulation.Tests.Fleet;

/// <summary>One run: clients create emulators through any host, with keys and names, while bridges die and answers are lost.</summary>
internal sealed class PlacingRun
{
    private const int Hosts = 3;
    private const int Creators = 50;
    private const int Places = 20;

    private static readonly TimeSpan Longest = TimeSpan.FromHours(1);

    private readonly StringBuilder? _log;
    private readonly List<PlacingHost> _hosts;
    private readonly Dictionary<string, List<string>> _answers = [];
    private readonly HashSet<string> _endedKeys = [];
    private int _created;
    private int _refused;
    private bool _isOver;

    private PlacingRun(int seed, PlacingBug bug, bool isCalm, StringBuilder? log)
    {
        _log = log;
        (Loop, Bug, IsCalm) = (new FleetLoop(seed), bug, isCalm);
        (Network, Store) = (new ModelNetwork(Loop), new ModelStore(Loop, bug));
        // 7, 7 and 6 places.
        _hosts = [.. Enumerable.Range(1, Hosts).Select(number => new PlacingHost(
            this, string.Create(CultureInfo.InvariantCulture, $"h{number}"), (Places + Hosts - number) / Hosts))];
    }

    public FleetLoop Loop { get; }

    public PlacingBug Bug { get; }

    /// <summary>Gets whether nothing fails.</summary>
    public bool IsCalm { get; }

    public ModelNetwork Network { get; }

    public ModelStore Store { get; }

    /// <summary>Gets the first violation; null: none.</summary>
    public string? Violation { get; private set; }

    /// <summary>Runs a seed.</summary>
    /// <returns>The first violation; null if there was none.</returns>
    public static string? Do(int seed, PlacingBug bug, bool isCalm, StringBuilder? log = null)
    {
        var run = new PlacingRun(seed, bug, isCalm, log);
        var done = Task.CompletedTask;
        run.Loop.Post(_ => done = run.GoAsync(), null);
        run.Loop.Run(Longest, () => run._isOver || run.Violation is not null || done.IsFaulted);
        return run.Violation ?? (done.IsFaulted ? done.Exception.ToString() : run._isOver ? null : "The run does not end.");
    }

    public void Note(string what) =>
        _log?.Append(CultureInfo.InvariantCulture, $"{Loop.Now.TotalSeconds:0.000} {what}").Append('\n');

    public PlacingHost HostOf(string id) => _hosts.First(host => host.Id == id);

    /// <summary>Checks what must hold whenever an emulator has started.</summary>
    public void Check()
    {
        foreach (var host in _hosts.Where(host => host.Running.Count > host.Places))
            Violation ??= $"{host.Id} has {host.Running.Count} emulators in {host.Places} places.";
        foreach (var (what, of) in ((string, Func<ModelEmulator, string?>)[])[
            ("name", emulator => emulator.Name), ("key", emulator => emulator.Key)])
        {
            foreach (var same in _hosts.SelectMany(host => host.Running.Values)
                .Where(emulator => !emulator.IsLost && of(emulator) is not null).GroupBy(of).Where(group => group.Count() > 1))
            {
                Violation ??= string.Create(CultureInfo.InvariantCulture,
                    $"{same.Count()} emulators have the {what} {same.Key} at {Loop.Now.TotalSeconds:0.000}.");
            }
        }
    }

    /// <summary>Checks the emulator that a key gives again.</summary>
    public void CheckRepeated(ModelCreation wanted, string name, ModelEmulator? given)
    {
        if (given is null)
            Violation ??= $"The key {wanted.Key} gives {name}, which has ended.";
        else if (given.Key != wanted.Key)
            Violation ??= $"The key {wanted.Key} gives {given}, which it has not created.";
    }

    private async Task GoAsync()
    {
        foreach (var host in _hosts)
            host.Start();
        await Loop.DelayAsync(TimeSpan.FromSeconds(5));
        if (!IsCalm)
            _ = FailAsync();
        await Task.WhenAll(Enumerable.Range(0, Creators).Select(CreateAsync));
        if (IsCalm && (_created, _refused) != (Places, Creators - Places))
            Violation ??= $"{_created} of {Creators} creators got one of {Places} places, {_refused} were refused.";
        // Only a host that was lost in between lets a key give another emulator.
        foreach (var (key, names) in _answers.Where(answer => answer.Value.Distinct().Count() > 1 && !_endedKeys.Contains(answer.Key)
            && !_hosts.Exists(host => host.WasLost)))
            Violation ??= $"The key {key} gave {string.Join(" and ", names.Distinct())}.";
        _isOver = true;
    }

    // In a calm run each wants an emulator of its own; otherwise many have a key or a name in common, and many end theirs.
    private async Task CreateAsync(int number)
    {
        await Loop.DelayAsync(Loop.Draw(0, IsCalm ? 0.2 : 60));
        var kind = IsCalm ? 0 : Loop.Chance.Next(4);
        var text = string.Create(CultureInfo.InvariantCulture, $"{number}");
        var shared = string.Create(CultureInfo.InvariantCulture, $"{Loop.Chance.Next(6)}");
        var wanted = kind switch
        {
            0 => new ModelCreation(text, Key: null, Name: null),
            1 => new ModelCreation(text, $"key{shared}", Name: null),
            2 => new ModelCreation(text, Key: null, Loop.Chance.Next(2) == 0 ? $"name{shared}" : $"own{shared}"),
            _ => new ModelCreation(text, $"named{shared}", $"own{shared}"),
        };
        for (var attempt = 0; attempt < 6; attempt++)
        {
            var answer = await _hosts[Loop.Chance.Next(Hosts)].AskAsync(wanted);
            Note($"{wanted} gets {answer?.ToString() ?? "no answer"}");
            if (answer is { Kind: PlacedKind.Done, Result: { } name })
            {
                _created++;
                if (wanted.Key is { } key)
                    (_answers.TryGetValue(key, out var names) ? names : _answers[key] = []).Add(name);
                if (IsCalm || (wanted.Key is not null && Loop.Chance.Next(2) == 0))
                    return;
                if (wanted.Key is not null)
                    _endedKeys.Add(wanted.Key);
                await EndAsync(name);
                return;
            }

            // Without a key a repetition could create a second one.
            if (answer is { Kind: not PlacedKind.Unreachable })
                break;
            if (wanted.Key is null)
                return;
            await Loop.DelayAsync(Loop.Draw(0.1, 4));
        }

        _refused++;
    }

    private async Task EndAsync(string name)
    {
        await Loop.DelayAsync(Loop.Draw(0.1, 30));
        foreach (var host in _hosts)
            host.End(name);
    }

    private async Task FailAsync()
    {
        while (!_isOver)
        {
            await Loop.DelayAsync(Loop.Draw(0.2, 4));
            var host = _hosts[Loop.Chance.Next(Hosts)];
            var other = _hosts[Loop.Chance.Next(Hosts)];
            switch (Loop.Chance.Next(3))
            {
                case 0:
                    Network.Cut(host.Id, other.Id);
                    await Loop.DelayAsync(Loop.Draw(0.05, 3));
                    Network.Heal(host.Id, other.Id);
                    break;
                case 1:
                    Network.Cut(host.Id, ModelNetwork.Etcd);
                    await Loop.DelayAsync(Loop.Draw(0.05, 3));
                    Network.Heal(host.Id, ModelNetwork.Etcd);
                    break;
                default:
                    host.Kill();
                    await Loop.DelayAsync(Loop.Draw(0.3, 15));
                    host.Start();
                    break;
            }
        }
    }
}

/// <summary>A bug that the simulation must find.</summary>
internal enum PlacingBug
{
    None,

    /// <summary>etcd runs transactions whose conditions don't hold.</summary>
    NoCondition,

    /// <summary>A host creates more emulators than it has places.</summary>
    NoLimit,

    /// <summary>Creations with one key don't wait for each other.</summary>
    NoTurns,

    /// <summary>A key gives the emulator of its name, whichever key created that.</summary>
    TrustsNames,

    /// <summary>A key gives the name of its emulator even after that has ended.</summary>
    TrustsOldNames,
}

/// <summary>What a client wants.</summary>
internal sealed record ModelCreation(string Body, string? Key, string? Name);

/// <summary>An emulator that runs.</summary>
internal sealed record ModelEmulator(string Id, string? Name, string? Key)
{
    /// <summary>Gets or sets whether its host's lease has ended since, so that its name and key may be used elsewhere.</summary>
    public bool IsLost { get; set; }
}
