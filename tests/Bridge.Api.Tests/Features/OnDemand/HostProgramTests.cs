using System.Runtime.Versioning;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.History;
using Bridge.Api.Features.OnDemand;
using Bridge.SocketPool;
using HostProgram = Bridge.Api.Features.OnDemand.HostProgram;

namespace Bridge.Api.Tests.Features.OnDemand;

/// <summary>How the bridge starts an emulator's process, and what it learns of one that does not start.</summary>
[SupportedOSPlatform("linux")]
public sealed class HostProgramTests : OnDemandTest
{
    private HostPlan Plan => new(Path.Combine(Hosts.Roms, "a.gba"), Speed: 1, Model: null, Clock: null);

    private HostFolders Folders => Parts.Get<HostFolders>();

    [Fact]
    public async Task A_process_gets_what_it_runs_and_the_settings()
    {
        using var process = await StartAsync(new HostPlan("/r/a.gba", 0.25, "CGB", 5), TimeSpan.FromSeconds(9.1));

        Assert.Equal(
            [
                "--rom", "/r/a.gba", "--script", "/bridge.lua", "--save-dir", "saves", "--log", "log", "--speed", "0.25",
                "--history", "10", "--history-bytes", "8000000", "--opposing", "both", "--expire", "10", "--model", "CGB", "--clock", "5",
                "--memory", "1024", "--nice", "5",
            ],
            Hosts.LinesOf("red", "arguments"));
    }

    [Fact]
    public async Task Without_an_expiry_a_model_and_a_clock_their_options_are_left_out()
    {
        using var process = await StartAsync(Plan, expiry: null);

        Assert.All((string[])["--expire", "--model", "--clock"], option => Assert.Null(Hosts.OptionOf("red", option)));
    }

    [Fact]
    public async Task The_environment_has_the_settings_of_the_script_and_nothing_of_the_bridge()
    {
        using var process = await StartAsync(Plan, expiry: null);

        var lines = Hosts.LinesOf("red", "environment");
        Assert.Contains("BRIDGE_SCRIPT_SECRET=secret", lines);
        Assert.Contains("BRIDGE_SCRIPT_SOCKET=socket", lines);
        Assert.Contains("BRIDGE_SCRIPT_FOLDERS=", lines);
        Assert.Contains($"PATH={Environment.GetEnvironmentVariable("PATH")}", lines);
        // The last ones are set by the shell, which is the process here.
        Assert.All(lines.Select(line => line.Split('=')[0]), name => Assert.Contains(name,
            (string[])["PATH", "LD_LIBRARY_PATH", "HOME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR",
            "BRIDGE_WINDOW", "BRIDGE_WINDOW_MS", "LC_ALL", "LC_CTYPE", "BRIDGE_SCRIPT_SECRET", "BRIDGE_SCRIPT_SOCKET",
            "BRIDGE_SCRIPT_FOLDERS", "PWD", "OLDPWD", "SHLVL", "_"]));
    }

    [Fact]
    public void Only_variables_on_the_list_are_passed_on()
    {
        string[] names = ["PATH", "HOME", "TZ", "LC_ALL", "BRIDGE_WINDOW", "path", "PATHS", "LD_PRELOAD", "BRIDGE_SCRIPT_PORT"];
        var environment = names.ToDictionary(name => name, string? (_) => "");

        HostEnvironment.Reduce(environment);

        Assert.Equal(["PATH", "HOME", "TZ", "LC_ALL", "BRIDGE_WINDOW"], environment.Keys);
    }

    [Fact]
    public void A_program_that_can_not_be_started_gets_a_sentence()
    {
        var program = ProgramAt(Path.Combine(Hosts.Roms, "a.gba"));
        Assert.True(program.IsThere);

        var refused = Assert.Throws<RequestException>(() => program.Start(Plan, "", Folders.Create("red"), "/bridge.lua", expiry: null));

        Assert.Equal(ProblemTypes.EmulatorFailed, refused.Type);
        Assert.StartsWith($"The bridge can't start {Hosts.Roms}/a.gba: ", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_record_is_there_before_the_script_listens()
    {
        var starting = Parts.Get<HostStarter>().StartAsync(Plan, Folders.Create("red"), expiry: null, CancellationToken.None);

        var record = Hosts.RecordOf("red");
        Assert.False(starting.IsCompleted);
        using var host = await Hosts.FinishesAsync(starting);
        Assert.True(record.IsUnused);
        Assert.Equal((host.Id, host.StartedAt, host.Secret), (record.Process, record.StartedAt, record.Secret));
        Assert.Equal(64, host.Secret.Length);
        Assert.NotEqual(host.Secret, HostStarter.NewSecret());
    }

    [Theory]
    [InlineData("printf 'mgba-host: one\\nmgba-host: two\\n' > log; exit 1", "emulator-refused",
        "The emulator did not start: mgba-host: one mgba-host: two")]
    [InlineData("echo 'mgba-host: model must be AGB.' > log; exit 4", "invalid-parameter", "model must be AGB.")]
    [InlineData("exit 3", "emulator-refused", "The emulator did not start: it wrote nothing")]
    public async Task A_process_that_ends_is_refused_with_its_last_lines(string lines, string type, string sentence)
    {
        Hosts.BeginWith(lines);

        var refused = await Assert.ThrowsAsync<RequestException>(() => Hosts.FinishesAsync(
            Parts.Get<HostStarter>().StartAsync(Plan, Folders.Create("red"), expiry: null, CancellationToken.None)));

        Assert.Equal((type, sentence), (refused.Type.Anchor, refused.Message));
    }

    [Fact]
    public async Task A_script_that_does_not_listen_within_ten_seconds_is_ended()
    {
        Hosts.BeginWith("trap '' TERM; echo waits > log; while :; do sleep 0.01; done");
        var starting = Parts.Get<HostStarter>().StartAsync(Plan, Folders.Create("red"), expiry: null, CancellationToken.None);
        await Hosts.HoldsAsync(() => Hosts.LinesOf("red", "log") is ["waits"], "it runs");
        var began = Hosts.Time.Elapsed;

        await Eventually.HoldsAsync(() =>
        {
            Hosts.Time.Advance(TimeSpan.FromSeconds(1));
            return starting.IsCompleted;
        }, "the start is over");

        Assert.Equal("The emulator did not start: waits", (await Assert.ThrowsAsync<RequestException>(() => starting)).Message);
        Assert.True(Hosts.Time.Elapsed - began >= TimeSpan.FromSeconds(9));
        // The shell has been killed; the program that it ran at that moment ends by itself.
        await Hosts.HoldsAsync(() => Hosts.Running is [], "no process is left");
    }

    [Fact]
    public async Task A_start_that_is_cancelled_or_can_not_be_recorded_leaves_no_process()
    {
        using var stop = new CancellationTokenSource();
        Hosts.BeginWith("while :; do sleep 0.01; done");
        var starting = Parts.Get<HostStarter>().StartAsync(Plan, Folders.Create("red"), expiry: null, stop.Token);
        await Hosts.HoldsAsync(() => Hosts.LinesOf("red", "arguments").Length > 0, "it runs");

        await stop.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => Hosts.FinishesAsync(starting));
        Assert.Empty(Hosts.Running);
        Directory.CreateDirectory(Path.Combine(Folders.Create("blue"), HostRecordFile.Name, "folder"));
        await Assert.ThrowsAnyAsync<IOException>(() => Hosts.FinishesAsync(
            Parts.Get<HostStarter>().StartAsync(Plan, Folders.Of("blue"), expiry: null, CancellationToken.None)));
        Assert.Empty(Hosts.Running);
    }

    private async Task<HostProcess> StartAsync(HostPlan plan, TimeSpan? expiry)
    {
        var folder = Folders.Create("red");
        var process = ProgramAt(Hosts.Program).Start(plan, "secret", folder, "/bridge.lua", expiry);
        await Eventually.HoldsAsync(() => Directory.EnumerateFiles(folder, "ready.*").Any(), "it is ready");
        return new HostProcess(process, "secret", folder, Hosts.Time);
    }

    private static HostProgram ProgramAt(string path) => new(new OnDemandOptions { Program = path }, new HistoryOptions(),
        new DirectoryOptions(new Dictionary<string, EmulatorOptions>(), KeyFolder: null, Folders: [], DiscoveryPorts: []));
}
