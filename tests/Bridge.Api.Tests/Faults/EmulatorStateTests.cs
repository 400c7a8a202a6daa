using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;

namespace Bridge.Api.Tests.Faults;

/// <summary>Each state that an emulator can be in: what health says, and that every command is refused at once with the reason.</summary>
public sealed class EmulatorStateTests : IAsyncDisposable
{
    // Far less than a deadline (5 s): what the bridge knows it says at once.
    private static readonly TimeSpan AtOnce = TimeSpan.FromSeconds(1);

    private static readonly (string Method, string Path, string? Body)[] Commands =
    [
        ("GET", "/mgbaendpoint?message=x", null), ("GET", "/emulators/default/memory", null), ("GET", "/emulators/default/memory/0x02000000", null),
        ("PUT", "/emulators/default/memory/0x02000000", """{"value": 1}"""), ("GET", "/emulators/default/buttons", null),
        ("PUT", "/emulators/default/buttons", """{"buttons": []}"""), ("DELETE", "/emulators/default/buttons", null),
        ("POST", "/emulators/default/buttons/press", """{"buttons": ["A"]}"""), ("GET", "/emulators/default/buttons/press?buttons=A", null),
        ("GET", "/emulators/default/screen", null), ("POST", "/emulators/default/reset", null),
    ];

    private readonly FakeEmulator _fake = new();

    public ValueTask DisposeAsync() => _fake.DisposeAsync();

    private static async Task EverythingIsRefusedAsync(BridgeHost bridge, string state, params string[] next)
    {
        await bridge.ReachesAsync(state);
        foreach (var (method, path, body) in Commands.Append(("GET", "/health/ready", null)))
        {
            var start = TimeProvider.System.GetTimestamp();
            var problem = await bridge.Client.AskForProblemAsync(method, path, body);
            Assert.InRange(TimeProvider.System.GetElapsedTime(start), TimeSpan.Zero, AtOnce);
            problem.Is(503, state, null);
            Assert.True(problem.SafeToRepeat);
        }

        var health = await bridge.Client.GetJsonAsync("/health");
        var emulator = health.GetProperty("emulators")[0];
        Assert.Equal("unready", health.GetProperty("status").GetString());
        Assert.Equal(state, emulator.GetProperty("state").GetString());
        Assert.EndsWith($"#{state}", emulator.GetProperty("problem").GetProperty("type").GetString(), StringComparison.Ordinal);
        var sentence = emulator.GetProperty("next").GetString()!;
        Assert.All(next, words => Assert.Contains(words, sentence, StringComparison.Ordinal));
        // One sentence: the dots of mGBA's menus and of addresses are not its end.
        Assert.Single(sentence.Replace("...", "", StringComparison.Ordinal).Split(". "));
        Assert.EndsWith(".", sentence, StringComparison.Ordinal);
        Assert.Equal(sentence, emulator.GetProperty("problem").GetProperty("advice").GetString());
        Assert.Equal(HttpStatusCode.OK, (await bridge.Client.GetAsync("/health/live")).StatusCode);
    }

    [Fact]
    public async Task Nobody_listens()
    {
        _fake.Stop();
        await using var bridge = BridgeHost.For(_fake.Port);
        await EverythingIsRefusedAsync(bridge, "no-emulator", $"othing listens at 127.0.0.1:{_fake.Port}", "lua/bridge.lua");
        _fake.StartListening();
        await bridge.ReachesAsync("running");
    }

    [Fact]
    public async Task The_emulator_goes_away()
    {
        await using var bridge = BridgeHost.For(_fake.Port);
        await bridge.ReachesAsync("running");
        _fake.Stop();
        await EverythingIsRefusedAsync(bridge, "no-emulator");
    }

    [Fact]
    public async Task Nothing_answers_the_hello()
    {
        _fake.AnswersHello = false;
        await using var bridge = BridgeHost.For(_fake.Port);
        await EverythingIsRefusedAsync(bridge, "paused", "Unpause");
    }

    [Theory]
    [InlineData("HTTP/1.1 400 Bad Request\r\n\r\n")]
    [InlineData("")]
    public async Task Something_else_listens_there(string greeting)
    {
        using var stranger = new TcpListener(IPAddress.Loopback, 0);
        stranger.Start();
        var greetings = GreetEverybodyAsync(stranger, Encoding.ASCII.GetBytes(greeting));
        var port = ((IPEndPoint)stranger.LocalEndpoint).Port;
        await using var bridge = BridgeHost.For(port);
        await Eventually.HoldsAsync(async () => NextOf(await bridge.Client.GetJsonAsync("/health")).Contains("not the script", StringComparison.Ordinal));
        await EverythingIsRefusedAsync(bridge, "no-emulator", $"End what answers at 127.0.0.1:{port}", "BRIDGE_SCRIPT_PORT", "Bridge:Emulators:default:Port");
        stranger.Stop();
        await greetings;
    }

    [Fact]
    public async Task Its_machine_is_not_to_be_found()
    {
        await using var bridge = BridgeHost.For(8888, ("Bridge:Emulators:default:Host", "no-such-machine.invalid"));
        await Eventually.HoldsAsync(async () => NextOf(await bridge.Client.GetJsonAsync("/health")).Contains("can't be reached", StringComparison.Ordinal));
        await EverythingIsRefusedAsync(bridge, "no-emulator", "Bridge:Emulators:default:Host", "no-such-machine.invalid:8888");
    }

    [Fact]
    public async Task A_game_that_is_held_is_told_with_whoever_holds_it()
    {
        _fake.AnswersPing = false;
        _fake.Answers = async request =>
        {
            if (request.Command == "ping")
                await request.ReplyAsync("500");
            else if (request.Command == "frames.status")
                await request.ReplyAsync("1", "12300", "a bot", "1", "0");
            return request.Command is "ping" or "frames.status";
        };
        await using var bridge = BridgeHost.For(_fake.Port);
        await bridge.ReachesAsync("held");
        var health = await bridge.Client.GetJsonAsync("/health");
        Assert.Equal("\"a bot\" holds the game for another 12.3 s unless it renews that: wait, or end the hold with DELETE /emulators/default/frames/hold?force=true.", NextOf(health));
        Assert.Equal(JsonValueKind.Null, health.GetProperty("emulators")[0].GetProperty("problem").ValueKind);
    }

    private static string NextOf(JsonElement health) => health.GetProperty("emulators")[0].GetProperty("next").GetString()!;

    private static async Task GreetEverybodyAsync(TcpListener stranger, byte[] greeting)
    {
        try
        {
            while (true)
            {
                using var guest = await stranger.AcceptTcpClientAsync();
                await guest.GetStream().WriteAsync(greeting);
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException or IOException)
        {
            // The test is over, or the guest didn't wait for its greeting.
        }
    }

    [Fact]
    public async Task The_game_is_paused_and_goes_on()
    {
        await using var bridge = BridgeHost.For(_fake.Port, ("Bridge:Emulators:default:Connections", "1"));
        await bridge.ReachesAsync("running");
        _fake.AnswersPing = _fake.AnswersInfo = false;
        await EverythingIsRefusedAsync(bridge, "paused", "Unpause", $"127.0.0.1:{_fake.Port}");
        _fake.AnswersPing = _fake.AnswersInfo = true;
        await (await _fake.NextRequestAsync("ping")).ReplyAsync();
        await bridge.ReachesAsync("running");
        Assert.DoesNotContain(_fake.Commands, request => request.Command != "cancel");
    }

    [Theory]
    [InlineData("POST", "/emulators/default/reset", null)]
    [InlineData("POST", "/emulators/default/slots/1/load", null)]
    [InlineData("PUT", "/emulators/default/state", "a state")]
    public async Task Nothing_is_answered_once_a_game_or_a_state_is_loaded(string method, string path, string? state)
    {
        _fake.Answers = async request =>
        {
            if (request.Command is not ("reset" or "slot.load" or "state.load"))
                return false;
            _fake.AnswersPing = _fake.AnswersInfo = false;
            await request.ReplyAsync();
            return true;
        };
        await using var bridge = BridgeHost.For(_fake.Port, ("Bridge:Emulators:default:Connections", "1"));
        await bridge.ReachesAsync("running");
        using var load = new HttpRequestMessage(new HttpMethod(method), path) { Content = state is null ? null : new ByteArrayContent(Encoding.ASCII.GetBytes(state)) };
        if (state is not null)
            load.Content!.Headers.ContentType = new("application/octet-stream");
        using (var loaded = await bridge.Client.SendAsync(load))
            Assert.True(loaded.IsSuccessStatusCode, await loaded.Content.ReadAsStringAsync());
        await EverythingIsRefusedAsync(bridge, "stuck", "Emulation > Pause", "end mGBA and start it again", $"127.0.0.1:{_fake.Port}");
        _fake.AnswersPing = _fake.AnswersInfo = true;
        await (await _fake.NextRequestAsync("ping")).ReplyAsync();
        await bridge.ReachesAsync("running");
    }

    [Fact]
    public async Task The_game_crashes_in_mGBAs_window_and_is_reset_there()
    {
        await using var bridge = BridgeHost.For(_fake.Port, ("Bridge:Emulators:default:Connections", "1"));
        await bridge.ReachesAsync("running");
        _fake.AnswersPing = _fake.AnswersInfo = false;
        await TellAsync("crashed", "1");
        await bridge.ReachesAsync("crashed");
        await Eventually.HoldsAsync(async () => (await bridge.Client.AskForProblemAsync("GET", "/health/ready", null)).Status == 503, "no frame is emulated");
        await EverythingIsRefusedAsync(bridge, "crashed", "save state", "POST /emulators/default/reset", "open the game there again");
        _fake.AnswersPing = _fake.AnswersInfo = true;
        await (await _fake.NextRequestAsync("ping")).ReplyAsync();
        await TellAsync("crashed", "0");
        await bridge.ReachesAsync("running");
    }

    [Fact]
    public async Task A_crashed_game_that_still_answers_is_read_and_not_ready()
    {
        _fake.Facts = [.. _fake.Facts, "crashed=1"];
        _fake.Answers = async request =>
        {
            await request.ReplyAsync("5");
            return true;
        };
        await using var bridge = BridgeHost.For(_fake.Port);
        await bridge.ReachesAsync("crashed");
        Assert.Equal(5, (await bridge.Client.GetJsonAsync("/emulators/default/memory/0x02000000")).GetProperty("value").GetInt32());
        (await bridge.Client.AskForProblemAsync("GET", "/health/ready", null)).Is(503, "crashed", null);
        _fake.Facts = [.. _fake.Facts.SkipLast(1)];
        await Eventually.HoldsAsync(async () => (await bridge.Client.GetAsync("/health/ready")).IsSuccessStatusCode, "it runs again");
    }

    private async Task TellAsync(string word, params string[] arguments)
    {
        foreach (var connection in _fake.Connections)
            await connection.ReplyAsync(0, word, arguments, []);
    }

    [Theory]
    [InlineData("GET", "/emulators/default/memory/0x02000000", null, 503, "paused", true)]
    [InlineData("PUT", "/emulators/default/memory/0x02000000", """{"value": 1}""", 504, "outcome-unknown", true)]
    [InlineData("POST", "/emulators/default/buttons/press", """{"buttons": ["A"]}""", 504, "outcome-unknown", false)]
    public async Task What_is_in_flight_when_the_game_is_paused_ends_soon(string method, string path, string? body, int status, string anchor, bool safe)
    {
        await using var bridge = BridgeHost.For(_fake.Port, ("Bridge:Emulators:default:Deadline", "00:01:00"));
        await bridge.ReachesAsync("running");
        _fake.AnswersPing = _fake.AnswersInfo = false;
        var problem = await bridge.Client.AskForProblemAsync(method, path, body).WaitAsync(TimeSpan.FromSeconds(5));
        problem.Is(status, anchor, null);
        Assert.Equal(safe, problem.SafeToRepeat);
        var sent = Assert.Single(_fake.Commands, request => request.Command != "cancel");
        Assert.Equal($"{sent.Id}", (await _fake.NextRequestAsync("cancel")).Arguments[0]);
    }

    [Fact]
    public async Task The_game_is_closed_and_another_one_loaded()
    {
        await using var bridge = BridgeHost.For(_fake.Port);
        await bridge.ReachesAsync("running");
        _fake.Frame = -1;
        foreach (var connection in _fake.Connections)
            await connection.ReplyAsync(0, "no-game", [], []);
        await EverythingIsRefusedAsync(bridge, "no-game", "Load a game");
        _fake.Frame = 1;
        await bridge.ReachesAsync("running");
    }

    [Theory]
    [InlineData("unsupported-version", "script-outdated", "Load the lua/bridge.lua that came with this bridge")]
    [InlineData("unauthorized", "wrong-secret", "Bridge:Emulators:default:Secret")]
    public async Task The_hello_is_refused(string status, string state, string next)
    {
        _fake.HelloStatus = status;
        await using var bridge = BridgeHost.For(_fake.Port);
        await EverythingIsRefusedAsync(bridge, state, next);
        _fake.HelloStatus = "ok";
        await bridge.ReachesAsync("running");
    }
}
