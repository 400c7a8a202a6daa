using System.Text.Json;
using ModelContextProtocol.Client;
using ModelContextProtocol.Protocol;

namespace Bridge.EndToEnd.Tests.Mcp;

/// <summary>
/// Turns in a game whose pages fade with a pause in the dusk, in which a press is lost (emulator/rom/README.md). They end where the game
/// waits for a button.
/// </summary>
[Trait("Needs", "host")]
public sealed class SceneTests(StoryGame story) : IClassFixture<StoryGame>, IAsyncLifetime
{
    private const int Pages = 6;

    // How often A was pressed too early, whether the page waits for A, and whether the last page is typed.
    private static readonly string[] Read = ["0x02000008 u16", "0x0200000A u16", "0x0200000C u16"];
    private static readonly string[] PressA = ["A"];
    private static readonly string[] SomeOfNoEffect = ["A", "B", "A", "4xB"];

    private McpClient? _client;

    private McpClient Client => _client!;

    public async ValueTask InitializeAsync()
    {
        _client = await ModelGame.ConnectAsync(story.Client.BaseAddress!, McpClients.Latest);
        var (loaded, pictures) = await Client.CallAsync("game_load", new() { ["frozen"] = true });
        Assert.True(loaded.GetProperty("frozen").GetBoolean());
        Assert.Single(pictures);
    }

    public ValueTask DisposeAsync() => Client.DisposeAsync();

    [Fact]
    public async Task A_turn_plays_over_a_pause_in_which_no_button_has_an_effect()
    {
        for (var page = 1; page < Pages; page++)
        {
            var before = await story.FrameAsync();
            var (turn, _) = await Client.CallAsync("game_act", new() { ["press"] = PressA, ["settle"] = "still", ["read"] = Read });
            Assert.True(turn.GetProperty("still").GetBoolean());
            Assert.Equal(page == Pages - 1 ? [0, 0, 1] : [0, 1, 0], ValuesOf(turn));
            // The turn looked at what follows in branches, so the game itself has played only the frames that it tells.
            Assert.Equal(before + turn.GetProperty("frames").GetInt64(), await story.FrameAsync());
        }
    }

    [Fact]
    public async Task No_press_of_a_turn_that_settles_after_each_is_lost()
    {
        string[] presses = ["5xA"];
        var (turn, _) = await Client.CallAsync("game_act", new() { ["press"] = presses, ["settle"] = "each", ["read"] = Read });
        Assert.Equal([0, 0, 1], ValuesOf(turn));
        Assert.All(turn.GetProperty("changes").EnumerateArray(), change => Assert.Matches("^A: [0-9]+x[0-9]+ at", change.GetString()));
    }

    [Fact]
    public async Task Pictures_of_presses_that_changed_nothing_are_left_out()
    {
        var result = await Client.CallToolAsync("game_act", new Dictionary<string, object?>
        {
            ["press"] = SomeOfNoEffect, ["settle"] = "each", ["screen"] = "presses",
        });
        var texts = result.Content.OfType<TextContentBlock>().Select(block => block.Text).ToArray();
        Assert.Equal(2, result.Content.OfType<ImageContentBlock>().Count());
        Assert.Equal(3, texts.Length);
        Assert.Matches("^frame [0-9]+, after A$", texts[0]);
        using var turn = JsonDocument.Parse(texts[2]);
        Assert.Equal($"{texts[1].Split(':')[0]}: as in frame {turn.RootElement.GetProperty("frame").GetInt64()}", texts[1]);
    }

    [Fact]
    public async Task Changes_that_are_not_told_are_counted()
    {
        string[] presses = ["34xB"];
        var (turn, _) = await Client.CallAsync("game_act", new() { ["press"] = presses, ["settle"] = "each" });
        Assert.Equal(
            ["2 more before", .. Enumerable.Repeat("B: nothing", 32)],
            turn.GetProperty("changes").EnumerateArray().Select(change => change.GetString()));
    }

    [Fact]
    public async Task Without_branches_a_turn_ends_in_the_pause()
    {
        await using var bridge = new BridgeHost([("Bridge:Emulators:default:Port", $"{story.Emulator.Port}"), story.Secret]);
        await bridge.ReachesAsync("held");
        await using var client = await ModelGame.ConnectAsync(bridge.Client.BaseAddress!, McpClients.Latest);
        var (turn, _) = await client.CallAsync("game_act", new() { ["press"] = PressA, ["settle"] = "still", ["read"] = Read });
        Assert.True(turn.GetProperty("still").GetBoolean());
        Assert.Equal([0, 0, 0], ValuesOf(turn));
    }

    private static long[] ValuesOf(JsonElement turn) =>
        [.. turn.GetProperty("values").EnumerateArray().Select(value => value[1].GetInt64())];
}

/// <summary>A game of pages that are typed letter by letter.</summary>
public sealed class StoryGame : RunningGame
{
    private const string Rom = "story.gba";

    // Branches find the game among the ROMs.
    public StoryGame() : base(Rom, 0x02000000) =>
        File.Copy(RepositoryRoot.Combine("emulator", "rom", Rom), Path.Combine(RomFolder, Rom));
}
