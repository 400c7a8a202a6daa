using System.Text.Json;
using ModelContextProtocol.Client;
using ModelContextProtocol.Protocol;

namespace Bridge.EndToEnd.Tests.Mcp;

/// <summary>How a model sees the screen: parts of it, a grid, and words; and how it finds values.</summary>
public sealed class SeeingTests(RunningGame game) : IClassFixture<RunningGame>, IAsyncLifetime
{
    private const string CounterOfA = "0x02000020";

    private McpClient? _client;

    private McpClient Client => _client!;

    public async ValueTask InitializeAsync()
    {
        _client = await ModelGame.ConnectAsync(game.Client.BaseAddress!, McpClients.Latest);
        await Client.CallAsync("game_freeze", Of(("frozen", true)));
    }

    public async ValueTask DisposeAsync()
    {
        await Client.CallAsync("game_freeze", Of(("frozen", false)));
        await Client.DisposeAsync();
    }

    [Trait("Needs", "picture")]
    [Fact]
    public async Task A_part_is_shown_larger()
    {
        var (_, whole) = await Client.CallAsync("game_look", Of(("scale", 1)));
        var part = Of(("x", 192), ("y", 74), ("width", 40), ("height", 24));
        var (_, pictures) = await Client.CallAsync("game_look", Of(("part", part)));
        var picture = Assert.Single(pictures);
        // Eight times as large. The pixel at 3, 3 of the box of A belongs to its fill (emulator/rom/README.md).
        Assert.Equal((320, 192), (picture.Width, picture.Height));
        Assert.Equal(whole[0][192 + 3, 74 + 3], picture[(3 * 8) + 4, (3 * 8) + 4]);
        var refused = await Client.CallToolAsync(
            "game_look", Of(("part", Of(("x", 200), ("y", 74), ("width", 80), ("height", 24)))));
        Assert.StartsWith(
            "invalid-parameter: part must be inside the screen of 240 x 160 pixels; got 80 x 24 at 200,74.", TextOf(refused),
            StringComparison.Ordinal);
        Assert.StartsWith("invalid-body: part.width must be", TextOf(await Client.CallToolAsync(
            "game_look", Of(("part", Of(("x", 0), ("y", 0), ("width", "wide"), ("height", 24)))))), StringComparison.Ordinal);
    }

    [Trait("Needs", "picture")]
    [Fact]
    public async Task A_grid_has_lines_at_the_coordinates()
    {
        var plain = Assert.Single((await Client.CallAsync("game_look")).Pictures);
        var grid = Assert.Single((await Client.CallAsync("game_look", Of(("grid", true)))).Pictures);
        Assert.Equal((plain.Width, plain.Height), (grid.Width, grid.Height));
        for (var y = 0; y < 160; y++)
        {
            for (var x = 0; x < 240; x++)
            {
                // Labels cover 13 x 7 pixels right below the lines at the edges.
                if (y < 8 || x < 14)
                    continue;
                var (was, now) = (plain[2 * x, 2 * y], grid[2 * x, 2 * y]);
                Assert.Equal(x % 16 == 0 || y % 16 == 0, was != now);
            }
        }
    }

    [Fact]
    public async Task Sprites_and_tiles_are_told_in_words()
    {
        var (seen, _) = await Client.CallAsync("game_look", Of(("screen", false), ("show", Texts("sprites"))));
        Assert.Equal(0, seen.GetProperty("sprites").GetProperty("more").GetInt32());
        Assert.StartsWith("conflict: The game shows no background of tiles now.", TextOf(
            await Client.CallToolAsync("game_look", Of(("show", "tiles")))), StringComparison.Ordinal);
        await using var gameBoy = new RunningGameBoy();
        await gameBoy.InitializeAsync();
        await using var other = await ModelGame.ConnectAsync(gameBoy.Client.BaseAddress!, McpClients.Latest);
        (seen, _) = await other.CallAsync("game_look", Of(("screen", false), ("show", "tiles:0")));
        var tiles = seen.GetProperty("tiles");
        Assert.Equal(18, tiles.GetProperty("rows").GetArrayLength());
        // The lamps are of two by two tiles, in the order of the picture's table in emulator/rom/README.md.
        var lamp = tiles.GetProperty("rows")[3].GetString()![4];
        Assert.Equal($"{lamp}{lamp}", tiles.GetProperty("rows")[4].GetString()![4..6]);
        Assert.Contains(".=0 ", tiles.GetProperty("letters").GetString(), StringComparison.Ordinal);
        var refused = TextOf(await other.CallToolAsync("game_look", Of(("show", "tiles:3"))));
        Assert.StartsWith("conflict: show: the backgrounds of tiles are 0 now; got \"3\".", refused, StringComparison.Ordinal);
        refused = TextOf(await Client.CallToolAsync("game_look", Of(("show", Texts("walls")))));
        Assert.StartsWith(
            "invalid-parameter: show[0] must be sprites, tiles, or tiles:1 for a background; got \"walls\".", refused,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_search_is_narrowed_by_a_turn_taken_back_and_freed_from_counters()
    {
        await Client.CallAsync("game_act", Of(("press", Texts("A")), ("screen", "none")));
        var (search, _) = await Client.CallAsync("memory_search", Of(("is", "any"), ("type", "u16")));
        var (id, all) = (search.GetProperty("search").GetInt32(), search.GetProperty("left").GetInt32());
        var (turn, _) = await Client.CallAsync("game_act", Of(
            ("press", Texts("A")), ("screen", "none"), ("search", Of(("id", id), ("is", "increased")))));
        var narrowed = turn.GetProperty("search").GetProperty("left").GetInt32();
        Assert.InRange(narrowed, 1, all - 1);

        var (back, _) = await Client.CallAsync("memory_search", Of(("search", id), ("undo", true)));
        Assert.Equal(all, back.GetProperty("left").GetInt32());
        Assert.StartsWith("conflict: There is no narrowing to take back", TextOf(
            await Client.CallToolAsync("memory_search", Of(("search", id), ("undo", true)))), StringComparison.Ordinal);

        (turn, _) = await Client.CallAsync("game_act", Of(
            ("press", Texts("A")), ("screen", "none"), ("search", Of(("id", id), ("is", "increased")))));
        var frame = turn.GetProperty("frame").GetInt64();
        var (calm, _) = await Client.CallAsync("memory_search", Of(("search", id), ("is", "unchanged"), ("frames", 60)));
        Assert.InRange(calm.GetProperty("left").GetInt32(), 1, narrowed);
        Assert.Contains(CounterOfA, Addresses(calm));
        Assert.DoesNotContain("0x02000000", Addresses(calm));
        // The frozen game stays where it was.
        var (look, _) = await Client.CallAsync("game_look", Of(("screen", false)));
        Assert.Equal(frame, look.GetProperty("frame").GetInt64());
    }

    [Fact]
    public async Task A_search_has_pages()
    {
        var (first, _) = await Client.CallAsync("memory_search", Of(("is", "any"), ("type", "u16")));
        var (second, _) = await Client.CallAsync(
            "memory_search", Of(("search", first.GetProperty("search").GetInt32()), ("is", "any"), ("page", 2)));
        Assert.Equal("0x02000026", Addresses(first)[^1]);
        Assert.Equal("0x02000028", Addresses(second)[0]);
    }

    [Fact]
    public async Task A_turn_with_an_unknown_search_is_not_played()
    {
        var frame = (await Client.CallAsync("game_look", Of(("screen", false)))).Json.GetProperty("frame").GetInt64();
        var refused = TextOf(await Client.CallToolAsync("game_act", Of(
            ("press", Texts("A")), ("search", Of(("id", 999), ("is", "increased"))))));
        Assert.StartsWith("unknown-search: default has no search 999", refused, StringComparison.Ordinal);
        refused = TextOf(await Client.CallToolAsync("game_act", Of(("press", Texts("A")), ("search", Of(("id", 1), ("is", "bigger"))))));
        Assert.StartsWith("invalid-parameter: search.is must be one of", refused, StringComparison.Ordinal);
        Assert.Equal(frame, (await Client.CallAsync("game_look", Of(("screen", false)))).Json.GetProperty("frame").GetInt64());
    }

    private static string[] Addresses(JsonElement search) =>
        [.. search.GetProperty("first").EnumerateArray().Select(each => each.GetProperty("address").GetString()!)];

    private static string[] Texts(params string[] texts) => texts;

    private static string TextOf(CallToolResult result) => Assert.IsType<TextContentBlock>(Assert.Single(result.Content)).Text;

    private static Dictionary<string, object?> Of(params (string Name, object? Value)[] arguments) =>
        arguments.ToDictionary(argument => argument.Name, argument => argument.Value);
}
