namespace Bridge.Api.Tests.Features.Mcp;

/// <summary>A call takes at most 45 s, and tells its progress each second to a client that asks for it.</summary>
public sealed class CallTimeTests : IAsyncLifetime
{
    private const int MaxSeconds = 45;

    // Without the last brace, so that a test can add metadata.
    private const string Act = """{"name": "game_act", "arguments": {"press": ["A"], "screen": "none"}""";
    private const string Wait = """{"name": "game_wait", "arguments": {"frames": 3600, "look": false}""";

    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    private readonly FakeEmulator _fake = new();
    private TimedBridge? _bridge;

    private TimedBridge Bridge => _bridge ?? throw new InvalidOperationException("The bridge is not started yet.");

    public async ValueTask InitializeAsync()
    {
        _fake.Answers = UnheldGame.AnswerAsync;
        _bridge = new TimedBridge(_fake.Port);
        await Eventually.HoldsAsync(
            async () => (await Bridge.Client.GetJsonAsync("/emulators/default")).GetProperty("state").GetString() == "running",
            "the game runs");
    }

    public async ValueTask DisposeAsync()
    {
        await Bridge.DisposeAsync();
        await _fake.DisposeAsync();
    }

    [Theory]
    [InlineData(Act, "act", "timed-out: game_act took longer than 45 s and was cancelled. It may have been done. "
        + "Call game_look before you repeat it.")]
    [InlineData(Wait, "frames.wait", "timed-out: game_wait took longer than 45 s and was cancelled. Nothing was done. "
        + "Call it again to wait longer.")]
    public async Task A_call_that_takes_longer_is_cancelled_in_the_emulator(string call, string command, string sentence)
    {
        var calling = Bridge.Client.SendMcpAsync("tools/call", call + "}");
        var request = await _fake.NextRequestAsync(command);
        Bridge.Time.Advance(MaxSeconds * Second - TimeSpan.FromTicks(1));
        Assert.DoesNotContain(_fake.Commands, each => each.Command == "cancel");
        Bridge.Time.Advance(TimeSpan.FromTicks(1));
        var cancel = await _fake.NextRequestAsync("cancel");
        Assert.Equal([$"{request.Id}"], cancel.Arguments);
        using var response = await calling;
        var answer = ToolAnswer.Of((await response.ReadMcpAsync()).GetProperty("result"));
        Assert.True(answer.IsError);
        Assert.Equal(sentence, Assert.Single(answer.Texts));
    }

    [Fact]
    public async Task A_wait_in_a_frozen_game_may_have_played_frames()
    {
        _fake.Answers = async request =>
        {
            if (request.Command != "frames.status")
                return await UnheldGame.AnswerAsync(request);
            // Held, milliseconds left, owner, exclusive, waiting steps, lease.
            await request.ReplyAsync("1", "1000", "a bot", "0", "0", "1a");
            return true;
        };
        var calling = Bridge.Client.SendMcpAsync("tools/call", Wait + "}");
        await _fake.NextRequestAsync("act");
        Bridge.Time.Advance(MaxSeconds * Second);
        using var response = await calling;
        var answer = ToolAnswer.Of((await response.ReadMcpAsync()).GetProperty("result"));
        Assert.EndsWith("It may have been done. Call game_look before you repeat it.", answer.Texts[0], StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_call_tells_its_progress_each_second()
    {
        var meta = McpClients.Meta.Replace("\"_meta\": {", "\"_meta\": {\"progressToken\": 7,", StringComparison.Ordinal);
        var calling = Bridge.Client.SendMcpAsync("tools/call", $"{Act}, {meta}}}");
        var act = await _fake.NextRequestAsync("act");
        Bridge.Time.Advance(Second);
        using var response = await calling;
        using var reader = new StreamReader(await response.Content.ReadAsStreamAsync());
        for (var seconds = 1; seconds <= 3; seconds++)
        {
            Assert.Contains($"\"progressToken\":7,\"progress\":{seconds},\"total\":{MaxSeconds}", await NextDataAsync(reader),
                StringComparison.Ordinal);
            if (seconds < 3)
                Bridge.Time.Advance(Second);
        }

        // Frames, met, pictures, id, frame begun, frame of the last release.
        await act.ReplyAsync("ok", ["20", "0", "0", "1", "5", "11"], []);
        Assert.Contains("frames", await NextDataAsync(reader), StringComparison.Ordinal);
    }

    private static async Task<string> NextDataAsync(StreamReader reader)
    {
        string? line;
        do
            line = await reader.ReadLineAsync();
        while (line?.StartsWith("data:", StringComparison.Ordinal) == false);
        return line ?? throw new EndOfStreamException("The response has ended.");
    }
}
