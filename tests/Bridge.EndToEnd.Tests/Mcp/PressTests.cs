using System.Text.Json;
using ModelContextProtocol.Client;
using ModelContextProtocol.Protocol;

namespace Bridge.EndToEnd.Tests.Mcp;

/// <summary>What the game sees of the notation of presses, by its counters, and the pictures on the way.</summary>
public sealed class PressTests(RunningGame game) : IClassFixture<RunningGame>, IAsyncLifetime
{
    // The frames at the end of a turn in which it settles.
    private const int Settle = 8;

    // Where the ROM counts how often the button went down, and in how many frames it was down.
    private static readonly string[] OfRight = ["0x02000028", "0x02000048"], OfA = ["0x02000020", "0x02000040"];
    private static readonly string[] OfUp = ["0x0200002c", "0x0200004c"];

    private McpClient? _client;

    private McpClient Client => _client!;

    public async ValueTask InitializeAsync()
    {
        _client = await ModelGame.ConnectAsync(game.Client.BaseAddress!, McpClients.Latest);
        await Client.CallAsync("game_freeze", new() { ["frozen"] = true });
    }

    public async ValueTask DisposeAsync()
    {
        await Client.CallAsync("game_freeze", new() { ["frozen"] = false });
        await Client.DisposeAsync();
    }

    [Theory]
    [InlineData("Right*50>Right+A*20", 70 + 6, new long[] { 1, 70 }, new long[] { 1, 20 }, new long[] { 0, 0 })]
    [InlineData("Right*5>A*3>Right*2", 10 + 6, new long[] { 2, 7 }, new long[] { 1, 3 }, new long[] { 0, 0 })]
    [InlineData("12xUp", 12 * 12, new long[] { 0, 0 }, new long[] { 0, 0 }, new long[] { 12, 72 })]
    [InlineData("3xRight+A*3", 3 * 9, new long[] { 3, 9 }, new long[] { 3, 9 }, new long[] { 0, 0 })]
    public async Task The_game_sees_what_the_notation_says(string press, int frames, long[] right, long[] a, long[] up)
    {
        // Only reads the counters.
        var (before, _) = await ActAsync("-1");
        var (after, turn) = await ActAsync(press);
        Assert.Equal([.. right, .. a, .. up], after.Zip(before, (now, then) => now - then));
        Assert.Equal(frames + Settle, turn.GetProperty("frames").GetInt64());
    }

    [Trait("Needs", "picture")]
    [Theory]
    [InlineData("presses", new[] { "A" }, "", null)]
    [InlineData("presses", new[] { "A", "B*20", "-30" }, "12 after A", null)]
    [InlineData("presses", new[] { "2xA*6>-22", "B" }, "28 after A -22; 56 after A -22", null)]
    [InlineData("presses", new[] { "5xA" }, "24 after A; 36 after A; 48 after A", "the last 4 of 5 presses")]
    [InlineData("spread", new[] { "A*30", "B*30" }, "20; 40; 60", null)]
    [InlineData("each", new[] { "A*30", "B*30" }, "20; 40; 60", null)]
    public async Task Pictures_on_the_way_are_after_presses_or_evenly_spread(string screen, string[] press, string way, string? shown)
    {
        var result = await Client.CallToolAsync(
            "game_act", new Dictionary<string, object?> { ["press"] = press, ["screen"] = screen, ["scale"] = 1 });
        var texts = result.Content.OfType<TextContentBlock>().Select(block => block.Text).ToArray();
        Assert.True(result.IsError != true, texts[0]);
        var end = JsonDocument.Parse(texts[^1]).RootElement;
        var start = end.GetProperty("frame").GetInt64() - end.GetProperty("frames").GetInt64();
        string[] frames = way.Length == 0 ? [] : way.Split("; ");
        Assert.Equal(
            frames.Select(frame => frame.Split(' ', 2)).Select(parts => parts is [var frame, var after]
                ? $"frame {start + long.Parse(frame, null)}, {after}" : $"frame {start + long.Parse(parts[0], null)}"),
            texts.SkipLast(1));
        Assert.Equal(frames.Length + 1, result.Content.OfType<ImageContentBlock>().Count());
        Assert.Equal(shown, end.TryGetProperty("shown", out var some) ? some.GetString() : null);
    }

    private async Task<(long[] Counters, JsonElement Turn)> ActAsync(string press)
    {
        var places = OfRight.Concat(OfA).Concat(OfUp)
            .Select(address => new Dictionary<string, object?> { ["address"] = address, ["type"] = "u16" });
        var (turn, _) = await Client.CallAsync(
            "game_act", new() { ["press"] = new[] { press }, ["screen"] = "none", ["read"] = places.ToArray() });
        return ([.. turn.GetProperty("values").EnumerateArray().Select(value => value[1].GetInt64())], turn);
    }
}
