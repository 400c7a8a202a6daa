using System.Text.Json;
using Bridge.SocketPool.Framing;

namespace Bridge.EndToEnd.Tests.Lifecycle;

/// <summary>Each row of the table in docs/reliability.md, "States", with a real emulator in that state.</summary>
public sealed class ReadinessTests : IAsyncDisposable
{
    private readonly RealEmulator _emulator = new();

    public ValueTask DisposeAsync() => _emulator.DisposeAsync();

    private static string Script(string name) => RepositoryRoot.Combine("tests", "Bridge.EndToEnd.Tests", "Lifecycle", "Scripts", name);

    private static string Bridge { get; } = RepositoryRoot.Combine("lua", "bridge.lua");

    // The actions that bring the emulator into each state.
    private static readonly Dictionary<string, Func<RealEmulator, HttpClient, Func<string, Task>, Task>> Ways = new()
    {
        ["no-emulator"] = static (_, _, _) => Task.CompletedTask,
        ["running"] = static (emulator, _, _) => emulator.StartAsync(),
        ["held"] = static async (emulator, client, reaches) =>
        {
            await emulator.StartAsync();
            await reaches("running");
            await client.AskForJsonAsync("POST", "/emulators/default/frames/hold", """{"leaseSeconds": 600}""");
        },
        ["paused"] = static async (emulator, _, reaches) =>
        {
            await emulator.StartAsync();
            await reaches("running");
            emulator.Pause();
        },
        // The script refuses states that would make the game hang. To the bridge, an emulator that stops after a reset looks the same.
        ["stuck"] = static async (emulator, client, reaches) =>
        {
            await emulator.StartAsync();
            await reaches("running");
            await client.AskForJsonAsync("POST", "/emulators/default/reset");
            emulator.Pause();
        },
        ["crashed"] = static async (emulator, client, reaches) =>
        {
            await emulator.StartAsync();
            await reaches("running");
            // 0xE0000000, where no memory is.
            await client.AskForJsonAsync("PUT", "/emulators/default/registers/pc", """{"value": 3758096384}""");
        },
        ["no-game"] = static async (emulator, client, reaches) =>
        {
            emulator.Scripts = [Bridge, Script("close_game.lua")];
            await emulator.StartAsync();
            await reaches("running");
            await CloseGameAsync(client);
        },
        ["script-outdated"] = static async (emulator, _, _) =>
        {
            emulator.Scripts = [await OtherVersionAsync(emulator)];
            await emulator.StartAsync();
        },
        // For the bridge a relay is a script that listens elsewhere.
        ["foreign-script"] = static async (emulator, _, _) =>
        {
            emulator.Scripts = [await ChangedAsync(emulator.SaveFolder, "listener.lua", "format(address, port)", "format(address, 1)")];
            await emulator.StartAsync();
        },
        ["wrong-secret"] = static async (emulator, _, _) =>
        {
            emulator.Secret = "open sesame";
            await emulator.StartAsync();
        },
    };

    public static TheoryData<string> States() => new(Rows.Keys.Where(state => state != "stopping"));

    // For each state, the answer of /health/ready and the status in /health.
    private static readonly Dictionary<string, (string Ready, string Health)> Rows = File
        .ReadLines(RepositoryRoot.Combine("docs", "reliability.md")).SkipWhile(line => line != "## States").Skip(1)
        .TakeWhile(line => !line.StartsWith("## ", StringComparison.Ordinal))
        .Where(line => line.StartsWith("| `", StringComparison.Ordinal)).Select(line => line.Split('|', StringSplitOptions.TrimEntries))
        .ToDictionary(cells => cells[1].Trim('`'), cells => (cells[3], cells[4]));

    [Fact]
    public void The_table_has_every_state_once() =>
        Assert.Equal(Ways.Keys.Append("stopping").Order(StringComparer.Ordinal), Rows.Keys.Order(StringComparer.Ordinal));

    [Theory, MemberData(nameof(States))]
    public async Task Readiness_tells_each_state_apart(string state)
    {
        await using var bridge = new BridgeHost(("Bridge:Emulators:default:Port", $"{_emulator.Port}"));
        await Ways[state](_emulator, bridge.Client, name => bridge.ReachesAsync(name));
        await Eventually.HoldsAsync(async () => await StateAsync(bridge.Client) == state, state);
        var health = await bridge.Client.GetJsonAsync("/health");
        Assert.Equal(Rows[state].Ready, await AnswerAsync(bridge.Client));
        Assert.Equal(Rows[state].Health, $"`{health.GetProperty("status").GetString()}`");
        Assert.Equal(200, (int)(await bridge.Client.GetAsync("/health/live")).StatusCode);
    }

    [Fact]
    public async Task A_bridge_that_is_being_stopped_says_so_first_and_serves_everything_else()
    {
        await _emulator.StartAsync();
        await using var bridge = new BridgeProcess($"--Bridge:Emulators:default:Port={_emulator.Port}", "--Bridge:Drain=00:01:00");
        await bridge.ListensAsync();
        using var client = new HttpClient { BaseAddress = bridge.Address };
        await Eventually.HoldsAsync(async () => await StateAsync(client) == "running", "running");
        Assert.True((await client.GetAsync("/health/ready")).IsSuccessStatusCode);
        ProcessSignals.Send(bridge.Id, ProcessSignals.Terminate);
        var row = Rows["stopping"];
        await Eventually.HoldsAsync(async () => await AnswerAsync(client) == row.Ready, row.Ready);
        Assert.Equal(row.Health, $"`{(await client.GetJsonAsync("/health")).GetProperty("status").GetString()}`");
        using var echo = await client.GetAsync("/mgbaendpoint?message=hello");
        Assert.Equal("hello", await echo.Content.ReadAsStringAsync());
        Assert.True(echo.Headers.ConnectionClose);
        Assert.Equal(200, (int)(await client.GetAsync("/health/live")).StatusCode);
        using var events = await LiveEvents.OpenAsync(client, "?topics=frame");
        await events.ReadAsync(3);
    }

    [Fact]
    public async Task A_closed_game_and_the_next_one_are_sent_as_events()
    {
        _emulator.Scripts = [Bridge, Script("close_game.lua")];
        await _emulator.StartAsync();
        await using var bridge = new BridgeHost(("Bridge:Emulators:default:Port", $"{_emulator.Port}"));
        await bridge.ReachesAsync("running");
        var press = bridge.Client.AskAsync("POST", "/emulators/default/buttons/press", """{"buttons": ["A"], "hold": 600}""");
        await Eventually.HoldsAsync(async () => (await bridge.Client.GetJsonAsync("/emulators/default/buttons")).GetProperty("queued")
            .GetInt32() == 1, "the press is running");
        await CloseGameAsync(bridge.Client);
        await bridge.ReachesAsync("no-game");
        using (var cut = await press)
            Assert.Equal(409, (int)cut.StatusCode);
        ProcessSignals.Send(_emulator.Id, ProcessSignals.User1);
        await bridge.ReachesAsync("running");
        await Eventually.HoldsAsync(async () => (await bridge.Client.GetAsync("/health/ready")).IsSuccessStatusCode, "ready");
        Assert.Equal("hello", await bridge.Client.GetStringAsync("/mgbaendpoint?message=hello"));
    }

    [Fact]
    public async Task A_script_of_another_version_that_is_replaced_by_the_right_one_works_at_once()
    {
        _emulator.Scripts = [await OtherVersionAsync(_emulator)];
        await _emulator.StartAsync();
        await using var bridge = new BridgeHost(("Bridge:Emulators:default:Port", $"{_emulator.Port}"));
        await bridge.ReachesAsync("script-outdated");
        await _emulator.KillAsync();
        _emulator.Scripts = [Bridge];
        await _emulator.StartAsync();
        await bridge.ReachesAsync("running");
    }

    // Returns the answer of /health/ready as the table writes it: 200, or the status and the problem's type.
    private static async Task<string> AnswerAsync(HttpClient client)
    {
        using var ready = await client.GetAsync("/health/ready");
        var body = JsonDocument.Parse(await ready.Content.ReadAsStringAsync()).RootElement;
        return ready.IsSuccessStatusCode
            ? $"{(int)ready.StatusCode}"
            : $"{(int)ready.StatusCode} `{body.GetProperty("type").GetString()!.Split('#')[1]}`";
    }

    private static async Task<string?> StateAsync(HttpClient client) =>
        (await client.GetJsonAsync("/health")).GetProperty("emulators")[0].GetProperty("state").GetString();

    // 49413 is 0xC105, at which close_game.lua closes the game.
    private static Task<JsonElement> CloseGameAsync(HttpClient client) =>
        client.AskForJsonAsync("PUT", "/emulators/default/memory/0x02000200", """{"value": 49413, "type": "u16"}""");

    private static Task<string> OtherVersionAsync(RealEmulator emulator) => ChangedAsync(emulator.SaveFolder, "version.lua",
        $"protocol = \"{WireLimits.ProtocolVersion}\"", $"protocol = \"{WireLimits.ProtocolVersion + 1}\"");

    // Returns the path of a copy of the script in which a module is changed.
    private static async Task<string> ChangedAsync(string folder, string module, string before, string after)
    {
        var source = RepositoryRoot.Combine("lua");
        foreach (var file in Directory.EnumerateFiles(source, "*.lua", SearchOption.AllDirectories))
        {
            var copy = Path.Combine(folder, "lua", Path.GetRelativePath(source, file));
            Directory.CreateDirectory(Path.GetDirectoryName(copy)!);
            var text = await File.ReadAllTextAsync(file);
            await File.WriteAllTextAsync(copy, Path.GetFileName(file) == module
                ? text.Replace(before, after, StringComparison.Ordinal)
                : text);
        }

        return Path.Combine(folder, "lua", "bridge.lua");
    }
}
