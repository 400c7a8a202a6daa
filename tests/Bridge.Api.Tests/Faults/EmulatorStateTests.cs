using System.Net;

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

    private static async Task EverythingIsRefusedAsync(BridgeHost bridge, string state)
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
        Assert.EndsWith(".", emulator.GetProperty("problem").GetProperty("advice").GetString(), StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.OK, (await bridge.Client.GetAsync("/health/live")).StatusCode);
    }

    [Fact]
    public async Task Nobody_listens()
    {
        _fake.Stop();
        await using var bridge = BridgeHost.For(_fake.Port);
        await EverythingIsRefusedAsync(bridge, "no-emulator");
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
        await EverythingIsRefusedAsync(bridge, "paused");
    }

    [Fact]
    public async Task The_game_is_paused_and_goes_on()
    {
        await using var bridge = BridgeHost.For(_fake.Port, ("Bridge:Emulators:default:Connections", "1"));
        await bridge.ReachesAsync("running");
        _fake.AnswersPing = _fake.AnswersInfo = false;
        await EverythingIsRefusedAsync(bridge, "paused");
        _fake.AnswersPing = _fake.AnswersInfo = true;
        await (await _fake.NextRequestAsync("ping")).ReplyAsync();
        await bridge.ReachesAsync("running");
        Assert.DoesNotContain(_fake.Commands, request => request.Command != "cancel");
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
        await EverythingIsRefusedAsync(bridge, "no-game");
        _fake.Frame = 1;
        await bridge.ReachesAsync("running");
    }

    [Theory]
    [InlineData("unsupported-version", "script-outdated")]
    [InlineData("unauthorized", "wrong-secret")]
    public async Task The_hello_is_refused(string status, string state)
    {
        _fake.HelloStatus = status;
        await using var bridge = BridgeHost.For(_fake.Port);
        await EverythingIsRefusedAsync(bridge, state);
        _fake.HelloStatus = "ok";
        await bridge.ReachesAsync("running");
    }
}
