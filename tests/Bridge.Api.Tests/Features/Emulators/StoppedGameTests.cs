using System.Text;
using System.Text.Json;

namespace Bridge.Api.Tests.Features.Emulators;

/// <summary>
/// A game that does not run: what health reports, and that every command that can't be answered is refused at once with the reason.
/// </summary>
public sealed class StoppedGameTests : IAsyncDisposable
{
    private readonly FakeEmulator _fake = new();

    public ValueTask DisposeAsync() => _fake.DisposeAsync();

    [Fact]
    public async Task A_held_game_is_reported_with_its_owner()
    {
        _fake.AnswersPing = false;
        _fake.Answers = async request =>
        {
            // A ping of a held game replies with the milliseconds that are left.
            if (request.Command == "ping")
                await request.ReplyAsync("500");
            // Held, milliseconds left, owner, exclusive, waiting steps.
            else if (request.Command == "frames.status")
                await request.ReplyAsync("1", "12300", "a bot", "1", "0");
            return request.Command is "ping" or "frames.status";
        };
        await using var bridge = BridgeHost.For(_fake.Port);
        await bridge.ReachesAsync("held");
        Assert.Equal("\"a bot\" has frozen the game; it resumes in 12.3 s unless the lease is renewed: wait, "
            + "or resume it with DELETE /emulators/default/frames/hold?force=true.", await bridge.AdviceAsync());
        var health = await bridge.Client.GetJsonAsync("/health");
        Assert.Equal(JsonValueKind.Null, health.GetProperty("emulators")[0].GetProperty("problem").ValueKind);
    }

    [Fact]
    public async Task A_paused_game_is_reported_and_recovers()
    {
        await using var bridge = BridgeHost.For(_fake.Port, ("Bridge:Emulators:default:Connections", "1"));
        await bridge.ReachesAsync("running");
        _fake.AnswersPing = _fake.AnswersInfo = false;
        await bridge.RefusesEverythingAsync("paused", "Unpause", $"127.0.0.1:{_fake.Port}");
        _fake.AnswersPing = _fake.AnswersInfo = true;
        await (await _fake.NextRequestAsync("ping")).ReplyAsync();
        await bridge.ReachesAsync("running");
        Assert.DoesNotContain(_fake.Commands, request => request.Command != "cancel");
    }

    [Theory]
    [InlineData("POST", "/emulators/default/reset", null)]
    [InlineData("POST", "/emulators/default/slots/1/load", null)]
    [InlineData("PUT", "/emulators/default/state", "a state")]
    public async Task Silence_after_a_load_is_reported(string method, string path, string? state)
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
        using var load = new HttpRequestMessage(new HttpMethod(method), path)
            { Content = state is null ? null : new ByteArrayContent(Encoding.ASCII.GetBytes(state)) };
        if (state is not null)
            load.Content!.Headers.ContentType = new("application/octet-stream");
        using (var loaded = await bridge.Client.SendAsync(load))
            Assert.True(loaded.IsSuccessStatusCode, await loaded.Content.ReadAsStringAsync());
        await bridge.RefusesEverythingAsync("stuck", "Emulation > Pause", "close mGBA and start it again", $"127.0.0.1:{_fake.Port}");
        _fake.AnswersPing = _fake.AnswersInfo = true;
        await (await _fake.NextRequestAsync("ping")).ReplyAsync();
        await bridge.ReachesAsync("running");
    }

    [Fact]
    public async Task A_crashed_game_is_reported_until_it_is_reset()
    {
        await using var bridge = BridgeHost.For(_fake.Port, ("Bridge:Emulators:default:Connections", "1"));
        await bridge.ReachesAsync("running");
        _fake.AnswersPing = _fake.AnswersInfo = false;
        await TellAsync("crashed", "1");
        await bridge.ReachesAsync("crashed");
        await Eventually.HoldsAsync(async () => (await bridge.Client.AskForProblemAsync("GET", "/health/ready", null)).Status == 503,
            "no frame is emulated");
        await bridge.RefusesEverythingAsync("crashed", "save state", "POST /emulators/default/reset", "open the game again");
        _fake.AnswersPing = _fake.AnswersInfo = true;
        await (await _fake.NextRequestAsync("ping")).ReplyAsync();
        await TellAsync("crashed", "0");
        await bridge.ReachesAsync("running");
    }

    [Fact]
    public async Task A_crashed_game_that_still_answers_can_be_read_but_is_not_ready()
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
    public async Task Requests_in_flight_at_a_pause_end_soon(string method, string path, string? body,
        int status, string anchor, bool safe)
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
}
