using System.Collections.Concurrent;
using System.Globalization;
using System.Runtime.Versioning;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Tests.Features.States;
using HostProgram = Bridge.Api.Features.OnDemand.HostProgram;

namespace Bridge.Api.Tests.Features.OnDemand;

/// <summary>
/// The processes of created emulators, in a real folder and on a virtual clock: a shell script in place of <c>mgba-host</c>, and a
/// <see cref="FakeEmulator"/> at the socket in each one's folder.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class FakeHosts : IDisposable
{
    // Writes down its arguments, its environment and its signals. It waits in a builtin, so that it leaves no process when it is killed.
    private const string Script = """
        #!/bin/sh
        printf '%s\n' "$@" > arguments
        env > environment
        for signal in USR1 USR2; do trap "echo $signal >> signals" $signal; done
        trap 'echo TERM >> signals; exit' TERM
        . 'BEGINNING'
        mkfifo pipe 2> /dev/null
        exec 3<> pipe
        : > ready.$$
        while :; do read line <&3; done

        """;

    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(5);

    private readonly Lock _gate = new();
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("bridge-hosts-");
    private readonly ConcurrentDictionary<int, FakeEmulator> _scripts = new();

    public FakeHosts()
    {
        Directory.CreateDirectory(Roms);
        File.WriteAllText(Path.Combine(Roms, "a.gba"), "a game");
        File.WriteAllText(Program, Script.Replace("BEGINNING", PathOf("beginning"), StringComparison.Ordinal));
        File.SetUnixFileMode(Program, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        BeginWith(":");
    }

    public FakeTime Time { get; } = new();

    /// <summary>Gets the path of the program.</summary>
    public string Program => PathOf("program");

    /// <summary>Gets the folder of all emulators.</summary>
    public string Folder => PathOf("emulators");

    /// <summary>Gets the folder with the ROM <c>a.gba</c>.</summary>
    public string Roms => PathOf("roms");

    /// <summary>Gets the folder of the named states.</summary>
    public string States => PathOf("states");

    /// <summary>Gets or sets a handler that returns true if it has replied. Otherwise each script replies that all went well.</summary>
    public Func<FakeRequest, Task<bool>> Answers { get; set; } = _ => Task.FromResult(false);

    /// <summary>Gets or sets whether the next scripts answer hello. Otherwise no client gets connected.</summary>
    public bool AnswersHello { get; set; } = true;

    /// <summary>Gets the names of the folders in the folder of all emulators.</summary>
    public IReadOnlyList<string> Names =>
        Directory.Exists(Folder) ? [.. Directory.GetDirectories(Folder).Select(folder => Path.GetFileName(folder)!).Order()] : [];

    /// <summary>Gets the processes that run.</summary>
    public IReadOnlyList<int> Running
    {
        get
        {
            var running = RunningHosts.In(Folder, RunningHosts.OfEmulators);
            return [.. Names.SelectMany(name => running.IdsIn(FileOf(name)))];
        }
    }

    /// <summary>Gets whether a script listens, or has listened.</summary>
    public bool Listening => !_scripts.IsEmpty;

    /// <summary>Sets lines of <c>sh</c> that the next processes run before they are ready.</summary>
    public void BeginWith(string lines) => File.WriteAllText(PathOf("beginning"), lines + "\n");

    /// <summary>Returns the path of a file in an emulator's folder.</summary>
    public string FileOf(string name, string file = "") => Path.Combine(Folder, name, file).TrimEnd('/');

    /// <summary>Returns the lines of a file in an emulator's folder, none if there is no such file.</summary>
    public string[] LinesOf(string name, string file) =>
        File.Exists(FileOf(name, file)) ? File.ReadAllLines(FileOf(name, file)) : [];

    /// <summary>Returns the value of an option in the arguments of an emulator's process; null: it has none.</summary>
    public string? OptionOf(string name, string option)
    {
        var arguments = LinesOf(name, "arguments");
        var index = Array.IndexOf(arguments, option);
        return index < 0 ? null : arguments[index + 1];
    }

    public HostRecord RecordOf(string name)
    {
        var (record, problem) = HostRecordFile.Read(FileOf(name));
        return record ?? throw new InvalidOperationException($"{name} has no record: {problem}");
    }

    /// <summary>Returns the script of an emulator's process.</summary>
    public FakeEmulator ScriptOf(string name) => _scripts[RecordOf(name).Process];

    /// <summary>Starts a process that no bridge looks after, as a bridge leaves it that was killed.</summary>
    /// <returns>Its record, which is in its folder.</returns>
    public async Task<HostRecord> LeaveAsync(OnDemandParts parts, string name, Func<HostRecord, HostRecord> change)
    {
        var plan = new HostPlan(Path.Combine(Roms, "a.gba"), Speed: 1, Model: null, Clock: null);
        // The process, its start and its secret are known only once it runs.
        var record = new HostRecord(name, Process: 1, StartedAt: 1, Secret: "", "a.gba", plan, new Dictionary<string, string>(),
            LeaseSeconds: 600, KeepsSaves: true);
        HostRecord Of(HostProcess host) =>
            change(record with { Process = host.Id, StartedAt = host.StartedAt!.Value, Secret = host.Secret });
        using var host = await FinishesAsync(parts.Get<HostStarter>().StartAsync(
            plan, parts.Get<HostFolders>().Create(name), expiry: null, HostStarter.NewSecret(), Of, CancellationToken.None));
        return Of(host);
    }

    /// <summary>Ends an emulator's process and its script, as in a crash.</summary>
    public void Kill(string name)
    {
        var id = RecordOf(name).Process;
        _scripts[id].Stop();
        ProcessSignals.Send(id, ProcessSignals.Kill);
    }

    /// <summary>Lets time pass until a condition holds. Scripts of processes that are ready listen meanwhile.</summary>
    /// <param name="condition">The condition.</param>
    /// <param name="what">What it is.</param>
    /// <param name="step">How much time passes between two looks; scripts can reply to each ping. Default 5 ms.</param>
    public Task HoldsAsync(Func<bool> condition, string what, TimeSpan? step = null) => Eventually.HoldsAsync(() =>
    {
        // A test may wait for several tasks.
        lock (_gate)
            Listen_NeedsLock();
        Time.Advance(step ?? Step);
        return condition();
    }, what);

    /// <summary>Lets time pass until a task completes.</summary>
    public async Task<T> FinishesAsync<T>(Task<T> task)
    {
        await HoldsAsync(() => task.IsCompleted, "the task completes");
        return await task;
    }

    /// <inheritdoc cref="FinishesAsync{T}(Task{T})"/>
    public async Task FinishesAsync(Task task)
    {
        await HoldsAsync(() => task.IsCompleted, "the task completes");
        await task;
    }

    public void Dispose()
    {
        foreach (var id in Directory.Exists(Folder) ? Running : [])
            ProcessSignals.KillIfRunning(id);
        foreach (var script in _scripts.Values)
            script.Stop();
        Shell.Delete(_root);
    }

    private void Listen_NeedsLock()
    {
        foreach (var name in Names)
        {
            if (HostRecordFile.Read(FileOf(name)).Record is { } record && !_scripts.ContainsKey(record.Process) && IsReady(name, record))
            {
                _scripts[record.Process] = new FakeEmulator(FileOf(name, HostProgram.Socket))
                    { Secret = record.Secret, Answers = AnswerAsync, AnswersHello = AnswersHello };
            }
        }
    }

    private bool IsReady(string name, HostRecord record) =>
        File.Exists(FileOf(name, string.Create(CultureInfo.InvariantCulture, $"ready.{record.Process}")));

    private async Task<bool> AnswerAsync(FakeRequest request)
    {
        if (await Answers(request))
            return true;
        await (request.Command switch
        {
            "cancel" => Task.CompletedTask,
            "frames.wait" => request.ReplyAsync("1"),
            "state.save" => request.ReplyAsync("ok", [], SmallState.Bytes),
            _ => request.ReplyAsync(),
        });
        return true;
    }

    private string PathOf(string name) => Path.Combine(_root.FullName, name);
}
