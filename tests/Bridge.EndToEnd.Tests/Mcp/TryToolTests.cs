using System.Text.Json;
using ModelContextProtocol.Client;
using ModelContextProtocol.Protocol;

namespace Bridge.EndToEnd.Tests.Mcp;

/// <summary>A model tries several ways from one moment, and keeps one.</summary>
[Trait("Needs", "host")]
public sealed class TryToolTests(RunningGame game, StockGame stock) : IClassFixture<RunningGame>, IClassFixture<StockGame>, IAsyncLifetime
{
    private const string CounterOfA = "0x02000020";

    private static readonly Dictionary<string, object?>[] ReadA = [new() { ["address"] = CounterOfA, ["type"] = "u16" }];
    private static readonly Dictionary<string, object?>[] WrongPlace = [new() { ["address"] = "no_such_symbol" }];

    private McpClient? _client;

    public async ValueTask InitializeAsync() => _client = await ModelGame.ConnectAsync(game.Client.BaseAddress!, McpClients.Latest);

    public async ValueTask DisposeAsync()
    {
        await _client!.CallAsync("game_freeze", new() { ["frozen"] = false });
        await _client!.DisposeAsync();
    }

    [Fact]
    public async Task All_ends_are_shown_and_the_game_stays_as_it_is()
    {
        await FreezeAsync();
        var before = await game.ReadAsync(CounterOfA);
        var frame = await game.FrameAsync();
        var (pictures, seen) = await TryAsync(new()
        {
            ["ways"] = new[] { Way("A", "A"), Way("Right*20"), Way("-24"), Way("A", "A") }, ["settle"] = 0, ["read"] = ReadA,
        });

        Assert.Equal([(240, 160), (240, 160), (240, 160), (240, 160)], pictures.Select(picture => (picture.Width, picture.Height)));
        var ways = seen.GetProperty("ways").EnumerateArray().ToArray();
        Assert.Equal([24L, 26, 24, 24], ways.Select(way => way.GetProperty("frames").GetInt64()));
        Assert.Equal([before + 2, before, before, before + 2], ways.Select(way => way.GetProperty("values")[0][1].GetInt64()));
        Assert.Equal(3, Array.FindIndex(ways, way => way.TryGetProperty("sameAs", out _)));
        Assert.Equal(0, ways[3].GetProperty("sameAs").GetInt32());
        Assert.Equal((before, frame), (await game.ReadAsync(CounterOfA), await game.FrameAsync()));
        Assert.False(seen.TryGetProperty("frozen", out _));
    }

    [Fact]
    public async Task A_game_that_runs_on_is_told()
    {
        await _client!.CallAsync("game_freeze", new() { ["frozen"] = false });
        var (_, seen) = await TryAsync(new() { ["ways"] = new[] { Way("A") }, ["screen"] = false });
        Assert.False(seen.GetProperty("frozen").GetBoolean());
        // It could not go back after ways that are played in the game itself.
        Assert.Equal(
            "conflict: settle each needs a frozen game (game_freeze), in the emulator that comes with the bridge. Nothing was done.",
            await FailAsync(_client!, new() { ["ways"] = new[] { Way("A") }, ["settle"] = "each" }));
    }

    [Fact]
    public async Task Many_ways_are_tried_at_once_and_one_may_do_nothing()
    {
        await FreezeAsync();
        var before = await game.ReadAsync(CounterOfA);
        string[][] all = [Way(), .. Enumerable.Range(1, 63).Select(presses => Way($"{presses}xA"))];
        var (pictures, seen) = await TryAsync(new() { ["ways"] = all, ["settle"] = 0, ["read"] = ReadA, ["screen"] = false });

        Assert.Empty(pictures);
        var ways = seen.GetProperty("ways").EnumerateArray().ToArray();
        Assert.Equal(
            Enumerable.Range(0, 64).Select(presses => before + presses),
            ways.Select(way => way.GetProperty("values")[0][1].GetInt64()));
        Assert.Equal(0, ways[0].GetProperty("frames").GetInt64());
    }

    [Fact]
    public async Task The_way_that_was_tried_ends_the_same_in_the_game()
    {
        await FreezeAsync();
        await _client!.CallAsync("state_save", new() { ["name"] = "tried", ["overwrite"] = true });
        await _client!.CallAsync("game_act", new() { ["press"] = Way("B", "B"), ["screen"] = "none" });
        var until = new Dictionary<string, object?> { ["screen"] = "still", ["frames"] = 20 };
        var (pictures, seen) = await TryAsync(new()
        {
            ["ways"] = new[] { Way("B"), Way("A") }, ["from"] = "tried", ["until"] = until, ["timeoutFrames"] = 40, ["read"] = ReadA,
            ["screen"] = false, ["keep"] = 1,
        });

        Assert.Empty(pictures);
        Assert.Equal(1, seen.GetProperty("kept").GetInt32());
        var kept = seen.GetProperty("ways")[1];
        Assert.True(kept.TryGetProperty("met", out _));
        Assert.Equal(kept.GetProperty("values")[0][1].GetInt64(), await game.ReadAsync(CounterOfA));
        Assert.Equal(seen.GetProperty("frame").GetInt64(), await game.FrameAsync());
    }

    [Fact]
    public async Task Each_way_plays_on_until_its_picture_is_still()
    {
        await FreezeAsync();
        var (_, seen) = await TryAsync(new()
        {
            ["ways"] = new[] { Way("A"), Way("A", "-30") }, ["settle"] = "still", ["screen"] = false,
        });
        var ways = seen.GetProperty("ways").EnumerateArray().ToArray();
        Assert.All(ways, way => Assert.True(way.GetProperty("still").GetBoolean()));
        Assert.All(ways, way => Assert.False(way.TryGetProperty("met", out _)));
        // A part of the picture keeps moving.
        Assert.All(ways, way => Assert.InRange(way.GetProperty("frames").GetInt64(), 12 + 60, 300));
    }

    [Fact]
    public async Task A_way_that_settles_after_each_press_ends_as_the_same_turn()
    {
        await FreezeAsync();
        var before = (await game.ReadAsync(CounterOfA), await game.FrameAsync());
        var ways = new[] { Way("2xA"), Way("A", "B", "-9"), Way() };
        var (pictures, seen) = await TryAsync(new() { ["ways"] = ways, ["settle"] = "each", ["read"] = ReadA });
        Assert.Equal(3, pictures.Length);
        Assert.Equal(before, (await game.ReadAsync(CounterOfA), await game.FrameAsync()));
        var ends = seen.GetProperty("ways").EnumerateArray().ToArray();
        Assert.Equal(
            [before.Item1 + 2, before.Item1 + 1, before.Item1], ends.Select(end => end.GetProperty("values")[0][1].GetInt64()));
        Assert.Equal(2, ends[0].GetProperty("changes").GetArrayLength());

        (_, seen) = await TryAsync(new() { ["ways"] = ways, ["settle"] = "each", ["screen"] = false, ["keep"] = 0 });
        Assert.Equal(before.Item2 + ends[0].GetProperty("frames").GetInt64(), seen.GetProperty("frame").GetInt64());
        Assert.Equal(before.Item1 + 2, await game.ReadAsync(CounterOfA));
        var (turn, _) = await _client!.CallAsync("game_act", new() { ["press"] = Way("B"), ["screen"] = "none" });
        Assert.False(turn.TryGetProperty("ranUnwatched", out _));
    }

    [Theory]
    [InlineData("each")]
    [InlineData("8")]
    public async Task Ways_are_tried_instead_of_the_last_turn(string settle)
    {
        await FreezeAsync();
        var before = await game.ReadAsync(CounterOfA);
        await _client!.CallAsync("game_act", new() { ["press"] = Way("5xA"), ["screen"] = "none" });
        var (_, seen) = await TryAsync(new()
        {
            ["ways"] = new[] { Way("A", "A") }, ["from"] = "@undo", ["settle"] = settle, ["read"] = ReadA, ["screen"] = false,
        });
        Assert.Equal(before + 2, seen.GetProperty("ways")[0].GetProperty("values")[0][1].GetInt64());
        Assert.Equal(before, await game.ReadAsync(CounterOfA));
    }

    [Theory]
    [InlineData("each")]
    [InlineData("8")]
    public async Task A_call_with_an_error_undoes_no_turn(string settle)
    {
        await FreezeAsync();
        await _client!.CallAsync("game_act", new() { ["press"] = Way("A"), ["screen"] = "none" });
        var before = await game.ReadAsync(CounterOfA);
        var text = await FailAsync(_client!, new()
        {
            ["ways"] = new[] { Way("B") }, ["from"] = "@undo", ["settle"] = settle, ["read"] = WrongPlace,
        });
        Assert.Contains("Nothing was done.", text, StringComparison.Ordinal);
        Assert.Equal(before, await game.ReadAsync(CounterOfA));
    }

    [Fact]
    public async Task A_chain_that_leads_nowhere_has_no_value()
    {
        var nowhere = new Dictionary<string, object?>[] { new() { ["address"] = "[0x02000200]+0x7ffffff0" } };
        await game.WriteAsync("0x02000200", 0, "u32");
        var (_, seen) = await TryAsync(new() { ["ways"] = new[] { Way("A") }, ["read"] = nowhere, ["screen"] = false });
        Assert.Equal("""["[0x02000200]+0x7ffffff0",null]""", seen.GetProperty("ways")[0].GetProperty("values")[0].GetRawText());
    }

    [Fact]
    public async Task What_is_not_there_is_told_and_so_is_an_emulator_that_cannot()
    {
        Assert.StartsWith("unknown-state: ", await FailAsync(_client!, new() { ["ways"] = new[] { Way("A") }, ["from"] = "nowhere" }),
            StringComparison.Ordinal);
        await using var client = await ModelGame.ConnectAsync(stock.Client.BaseAddress!, McpClients.Latest);
        var text = await FailAsync(client, new() { ["ways"] = new[] { Way("A") } });
        Assert.StartsWith("unsupported: ", text, StringComparison.Ordinal);
        Assert.Contains("Nothing was done.", text, StringComparison.Ordinal);
    }

    private Task<(JsonElement Json, PngPicture[] Pictures)> FreezeAsync() =>
        _client!.CallAsync("game_freeze", new() { ["frozen"] = true, ["seconds"] = 60 });

    private async Task<(PngPicture[] Pictures, JsonElement Seen)> TryAsync(Dictionary<string, object?> arguments)
    {
        var result = await _client!.CallToolAsync("game_try", arguments);
        var text = Assert.IsType<TextContentBlock>(result.Content[^1]).Text;
        Assert.True(result.IsError != true, text);
        Assert.Null(result.StructuredContent);
        Assert.All(result.Content.SkipLast(1), block => Assert.IsType<ImageContentBlock>(block));
        return ([.. result.Content.OfType<ImageContentBlock>().Select(picture => new PngPicture(picture.DecodedData.ToArray()))],
            JsonElement.Parse(text));
    }

    private static async Task<string> FailAsync(McpClient client, Dictionary<string, object?> arguments)
    {
        var result = await client.CallToolAsync("game_try", arguments);
        Assert.True(result.IsError);
        return Assert.IsType<TextContentBlock>(Assert.Single(result.Content)).Text;
    }

    private static string[] Way(params string[] presses) => presses;
}
