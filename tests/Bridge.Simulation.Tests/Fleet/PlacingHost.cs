using System.Globalization;
using Bridge.Api.Fleet.Creating;
using Bridge.Api.Fleet.Etcd;

namespace Bridge.Simulation.Tests.Fleet;

/// <summary>A machine: its emulators go on when its bridge dies.</summary>
internal sealed class PlacingHost
{
    private readonly PlacingRun _run;
    // The emulators that have a place: those that run, and those that are being created.
    private readonly HashSet<string> _reserved = [];
    // The bridge; null while it is dead.
    private PlacingLife? _life;
    private int _names;

    public PlacingHost(PlacingRun run, string id, int places)
    {
        (_run, Id, Places) = (run, id, places);
        run.Store.Ended += Lose;
    }

    public string Id { get; }

    public int Places { get; }

    public int Free => Math.Max(0, Places - _reserved.Count);

    /// <summary>Gets whether the lease of this host has ended at any time.</summary>
    public bool WasLost { get; private set; }

    /// <summary>Gets the emulators that run here, by their names.</summary>
    public Dictionary<string, ModelEmulator> Running { get; } = [];

    public void Start()
    {
        if (_life is not null)
            return;
        _life = new PlacingLife(_run, this);
        _run.Note($"{Id} starts with {string.Join(", ", Running.Keys)}");
        _life.Begin();
    }

    /// <summary>Kills the bridge.</summary>
    public void Kill()
    {
        if (_life is null)
            return;
        _life.End();
        _life = null;
        // The reservations of creations end with the bridge.
        _reserved.Clear();
        _reserved.UnionWith(Running.Keys);
        _run.Note($"{Id} is killed");
    }

    /// <summary>Asks this host's bridge as a client; null: no answer.</summary>
    public async Task<Placed<string>?> AskAsync(ModelCreation wanted)
    {
        if (_life is not { } life)
            return new Placed<string>(PlacedKind.Unreachable);
        var answer = life.SearchAsync(wanted);
        while (!answer.IsCompleted && !life.IsOver)
            await _run.Loop.DelayAsync(TimeSpan.FromSeconds(0.05));
        return answer.IsCompletedSuccessfully || answer.IsFaulted ? await answer : null;
    }

    /// <summary>Sends a creation to another host, as a client's bridge does: with a key, once more if the answer is lost.</summary>
    public async Task<Placed<string>> SendAsync(string host, ModelCreation wanted)
    {
        for (var isAgain = false;; isAgain = true)
        {
            var isSent = false;
            var answer = await _run.Network.CallAsync(Id, host, async () =>
            {
                if (_run.HostOf(host)._life is not { } life)
                    return null;
                isSent = true;
                var running = RunAsync(life, wanted);
                while (!running.IsCompleted && !life.IsOver)
                    await _run.Loop.DelayAsync(TimeSpan.FromSeconds(0.02));
                return running.IsCompletedSuccessfully ? await running : null;
            });
            if (answer is not null)
                return answer.Placed;
            if (!isSent)
                return new Placed<string>(isAgain ? PlacedKind.Done : PlacedKind.Unreachable);
            if (wanted.Key is null || isAgain)
                return new Placed<string>(PlacedKind.Done);
        }
    }

    public string NewName() => string.Create(CultureInfo.InvariantCulture, $"{Id}-{++_names}");

    public bool TryReserve(string name) =>
        (_reserved.Count < Places || _run.Bug == PlacingBug.NoLimit) && _reserved.Add(name);

    public void Run(ModelEmulator emulator)
    {
        Running[emulator.Id] = emulator;
        _run.Note($"{Id} runs {emulator}");
        _run.Check();
    }

    /// <summary>Ends an emulator if this host has it, as its client asks.</summary>
    public void End(string name)
    {
        if (_life is null || !Running.TryGetValue(name, out var emulator))
            return;
        Remove(emulator);
        if (emulator.Name is not null)
            _life.Released(name);
    }

    public void Remove(ModelEmulator emulator)
    {
        Running.Remove(emulator.Id);
        _reserved.Remove(emulator.Id);
        _run.Note($"{Id} ends {emulator}");
    }

    private static async Task<Answer?> RunAsync(PlacingLife life, ModelCreation wanted)
    {
        try
        {
            return new Answer(await life.CreateAsync(wanted));
        }
        catch (EtcdException)
        {
            return new Answer(new Placed<string>(PlacedKind.Done));
        }
    }

    // A key that ends with its lease may be given to others.
    private void Lose(string key)
    {
        var isHost = key.EndsWith($"/hosts/{Id}", StringComparison.Ordinal);
        WasLost |= isHost;
        foreach (var emulator in Running.Values.Where(each => isHost || key.EndsWith($"/names/{each.Name}", StringComparison.Ordinal)))
            emulator.IsLost = true;
        _run.Note($"{key} ends at {Id}");
    }

    private sealed record Answer(Placed<string> Placed);
}
