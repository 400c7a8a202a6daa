using System.Text.Json;
using ModelContextProtocol.Client;
using ModelContextProtocol.Protocol;

namespace Bridge.EndToEnd.Tests.Mcp;

/// <summary>Turns of a model in a frozen game: they are exact, tell what they leave, show nothing twice, and can be undone.</summary>
public sealed class TurnTests(RunningGame game) : IClassFixture<RunningGame>, IAsyncLifetime
{
    private const string CounterOfA = "0x02000020";
    private const string FramesOfRight = "0x02000048";
    // For so long the picture must not change to be still.
    private const int CalmFrames = 20;

    // IE (GBATEK, "Interrupt Control"): without interrupts the ROM draws nothing new.
    private const string Interrupts = "0x04000200";

    private McpClient? _client;
    private long _interrupts;

    private McpClient Client => _client!;

    public async ValueTask InitializeAsync()
    {
        _client = await ModelGame.ConnectAsync(game.Client.BaseAddress!, McpClients.Latest);
        await Client.CallAsync("game_freeze", Of(("frozen", true)));
        _interrupts = await game.ReadAsync(Interrupts);
    }

    public async ValueTask DisposeAsync()
    {
        await game.WriteAsync(Interrupts, _interrupts, "u16");
        await Client.CallAsync("game_freeze", Of(("frozen", false)));
        await Client.DisposeAsync();
    }

    [Fact]
    public async Task A_turn_tells_what_it_leaves()
    {
        var turn = await ActAsync(("press", Texts("A")), ("screen", "none"));
        Assert.True(turn.GetProperty("frozen").GetBoolean());
        Assert.False(turn.TryGetProperty("ranUnwatched", out _));
        Assert.False(turn.TryGetProperty("buttons", out _));

        await game.Client.AskForJsonAsync("PUT", "/emulators/default/buttons", """{"buttons": ["Up"]}""");
        await Client.CallAsync("game_freeze", Of(("frozen", false)));
        await game.Client.AskForJsonAsync("POST", "/emulators/default/frames/wait", """{"frames": 20}""");
        var look = (await Client.CallAsync("game_look", Of(("screen", false)))).Json;
        Assert.False(look.GetProperty("frozen").GetBoolean());
        Assert.True(look.GetProperty("ranUnwatched").GetInt64() >= 20);
        Assert.Equal("Up", Assert.Single(look.GetProperty("buttons").EnumerateArray()).GetString());
        await game.Client.AskForJsonAsync("PUT", "/emulators/default/buttons", """{"buttons": []}""");
    }

    [Fact]
    public async Task A_turn_freezes_again_after_a_freeze_that_ended()
    {
        using var released = await game.Client.AskAsync("DELETE", "/emulators/default/frames/hold?force=true");
        var turn = await ActAsync(("press", Texts("A")), ("screen", "none"));
        Assert.True(turn.GetProperty("freezeEnded").GetBoolean());
        Assert.True(turn.GetProperty("frozen").GetBoolean());
        turn = await ActAsync(("press", Texts("A")), ("screen", "none"));
        Assert.False(turn.TryGetProperty("freezeEnded", out _));
    }

    [Fact]
    public async Task A_restart_of_the_bridge_is_told()
    {
        // More frames than a game can play since the start of the next bridge, which tells by that that the game ran before it.
        for (var i = 0; i < 2; i++)
            await ActAsync(("settle", 3600), ("screen", "none"));
        await Client.CallAsync("game_freeze", Of(("frozen", false)));
        await using var bridge = new BridgeHost([("Bridge:Emulators:default:Port", $"{game.Emulator.Port}"), game.Secret]);
        await bridge.ReachesAsync("running");
        await using var client = await ModelGame.ConnectAsync(bridge.Client.BaseAddress!, McpClients.Latest);
        var look = (await client.CallAsync("game_look", Of(("screen", false)))).Json;
        Assert.Equal("perhaps the bridge, which would have ended any freeze", look.GetProperty("restarted").GetString());
        look = (await client.CallAsync("game_look", Of(("screen", false)))).Json;
        Assert.False(look.TryGetProperty("restarted", out _));
    }

    [Fact]
    public async Task A_condition_ends_the_presses()
    {
        var before = await game.ReadAsync(FramesOfRight);
        var turn = await ActAsync(
            ("press", Texts("Right*600")), ("during", true), ("settle", "0"), ("screen", "none"),
            ("until", Of(("address", FramesOfRight), ("type", "u16"), ("is", "ge"), ("value", before + 40))),
            ("read", new[] { Of(("address", FramesOfRight), ("type", "u16")) }));
        Assert.True(turn.GetProperty("met").GetBoolean());
        Assert.Equal(before + 40, turn.GetProperty("values")[0][1].GetInt64());
        Assert.InRange(turn.GetProperty("frames").GetInt64(), 40, 42);
        await ActAsync(("press", Texts("-10")), ("screen", "none"));
        // The frame whose keys were set when the condition held is the last with the button.
        Assert.InRange(await game.ReadAsync(FramesOfRight), before + 40, before + 41);
    }

    [Fact]
    public async Task A_frozen_game_plays_what_is_waited_for()
    {
        var frame = (await Client.CallAsync("game_look", Of(("screen", false)))).Json.GetProperty("frame").GetInt64();
        var (waited, _) = await Client.CallAsync("game_wait", Of(("frames", 100), ("look", false)));
        Assert.Equal(frame + 100, waited.GetProperty("frame").GetInt64());
        Assert.True(waited.GetProperty("frozen").GetBoolean());
        var counter = await game.ReadAsync("0x02000000", "u32");
        var until = Of(("address", "0x02000000"), ("type", "u32"), ("is", "ge"), ("value", counter + 50));
        (waited, _) = await Client.CallAsync("game_wait", Of(("until", until), ("look", false)));
        Assert.True(waited.GetProperty("met").GetBoolean());
        Assert.Equal(50, waited.GetProperty("frames").GetInt64());
    }

    [Fact]
    public async Task Turns_are_undone()
    {
        var before = await game.ReadAsync(CounterOfA);
        for (var i = 0; i < 3; i++)
            await ActAsync(("press", Texts("A")), ("screen", "none"));
        Assert.Equal(before + 3, await game.ReadAsync(CounterOfA));
        var (back, _) = await Client.CallAsync("game_rewind", Of(("turns", 2), ("look", false)));
        Assert.Equal(before + 1, await game.ReadAsync(CounterOfA));
        var left = back.GetProperty("turnsBack").GetInt32();
        var again = await ActAsync(("from", "@undo"), ("press", Texts("A", "A", "A")), ("screen", "none"));
        Assert.Equal(before + 3, await game.ReadAsync(CounterOfA));
        Assert.True(again.GetProperty("frozen").GetBoolean());
        (back, _) = await Client.CallAsync("game_rewind", Of(("turns", left), ("look", false)));
        Assert.Equal(0, back.GetProperty("turnsBack").GetInt32());
        var refused = await Client.CallToolAsync("game_rewind", Of(("turns", 1)));
        Assert.Equal(
            "conflict: 0 turns of game_act can be undone; got 1. Nothing was done.",
            Assert.IsType<TextContentBlock>(Assert.Single(refused.Content)).Text);
    }

    [Fact]
    public async Task A_turn_without_presses_waits()
    {
        var turn = await ActAsync(("press", Texts()), ("settle", 12), ("screen", "none"));
        Assert.Equal(12, turn.GetProperty("frames").GetInt64());
    }

    [Trait("Needs", "picture")]
    [Fact]
    public async Task A_picture_is_shown_once_and_waited_for_until_it_is_still()
    {
        await Client.CallAsync("game_look");
        await ActAsync(("press", Texts("A", "A", "A")), ("screen", "none"));
        await game.WriteAsync(Interrupts, 0, "u16");
        var (turn, pictures) = await Client.CallAsync("game_act", Of(("press", Texts("A")), ("settle", "still")));
        Assert.True(turn.GetProperty("still").GetBoolean());
        Assert.InRange(turn.GetProperty("frames").GetInt64(), 32, 40);
        Assert.Single(pictures);
        Assert.Matches("^[0-9]+x[0-9]+ at [0-9]+,[0-9]+$", turn.GetProperty("changed").GetString());
        var frame = turn.GetProperty("frame").GetInt64();
        (turn, pictures) = await Client.CallAsync("game_act", Of(("press", Texts("A")), ("settle", "still")));
        Assert.Empty(pictures);
        Assert.Equal($"same as frame {frame}", turn.GetProperty("screen").GetString());
        Assert.Equal("nothing", turn.GetProperty("changed").GetString());
        // game_look shows the picture in any case.
        (turn, pictures) = await Client.CallAsync("game_look");
        Assert.Single(pictures);
        Assert.False(turn.TryGetProperty("screen", out _));
    }

    [Trait("Needs", "picture")]
    [Theory]
    [InlineData(3, null)]
    [InlineData(6, "the last 4 of 6 repetitions that changed something")]
    public async Task Each_repetition_ends_with_a_still_picture(int times, string? shown)
    {
        // The picture moves by itself, which a turn finds out only after more than 30 frames. So each repetition lasts its 12 and these 30.
        var before = await game.ReadAsync(CounterOfA);
        var result = await Client.CallToolAsync("game_act", Of(
            ("press", Texts("A")), ("repeat", times), ("settle", "still"), ("timeoutFrames", 30), ("screen", "presses"), ("scale", 1)));
        var texts = result.Content.OfType<TextContentBlock>().Select(block => block.Text).ToArray();
        Assert.True(result.IsError != true, texts[0]);
        using var turn = JsonDocument.Parse(texts[^1]);
        Assert.Equal(before + times, await game.ReadAsync(CounterOfA));
        Assert.Equal(times * (12 + 30), turn.RootElement.GetProperty("frames").GetInt64());
        Assert.Equal(shown, turn.RootElement.TryGetProperty("shown", out var some) ? some.GetString() : null);
        var end = turn.RootElement.GetProperty("frame").GetInt64();
        Assert.Equal(
            Enumerable.Range(1, Math.Min(times, 4) - 1).Reverse()
                .Select(back => $"frame {end - (back * 42)}, after repetition {times - back}"),
            texts.SkipLast(1));
    }

    [Trait("Needs", "picture")]
    [Fact]
    public async Task Each_press_settles_and_its_change_is_told()
    {
        await ActAsync(("press", Texts("-30")), ("screen", "none"));
        await game.WriteAsync(Interrupts, 0, "u16");
        var turn = await ActAsync(("press", Texts("2xA", "B>-9")), ("settle", "each"));
        // The ROM draws nothing without interrupts, but for a picture that was late.
        var changes = turn.GetProperty("changes").EnumerateArray().Select(change => change.GetString()).ToArray();
        Assert.Equal(["A: nothing", "B -9: nothing"], changes.Skip(1));
        Assert.True(turn.GetProperty("still").GetBoolean());
        Assert.InRange(turn.GetProperty("frames").GetInt64(), 12 + 12 + 15 + (3 * CalmFrames), 12 + 12 + 15 + (3 * CalmFrames) + 10);
    }

    [Trait("Needs", "picture")]
    [Fact]
    public async Task What_keeps_moving_is_told_and_not_waited_for()
    {
        var frame = await game.FrameAsync();
        var turn = await ActAsync(("press", Texts("2xA")), ("settle", "each"));
        Assert.False(turn.TryGetProperty("still", out _));
        Assert.InRange(turn.GetProperty("frames").GetInt64(), 2 * 60, 300);
        Assert.Matches("^[0-9]+x[0-9]+ at [0-9]+,[0-9]+$", turn.GetProperty("moving").GetString());
        Assert.Equal(2, turn.GetProperty("changes").GetArrayLength());
        // The turn looked for what moves in branches, so the game itself has played only the frames that it tells.
        Assert.Equal(turn.GetProperty("frame").GetInt64(), await game.FrameAsync());
        Assert.Equal(frame + turn.GetProperty("frames").GetInt64(), turn.GetProperty("frame").GetInt64());
    }

    [Trait("Needs", "picture")]
    [Fact]
    public async Task Pictures_of_one_color_are_told_in_words()
    {
        await game.WriteAsync(Interrupts, 0, "u16");
        var control = await game.ReadAsync("0x04000000");
        // Forced blank (GBATEK, DISPCNT bit 7) is white.
        await game.WriteAsync("0x04000000", control | 0x80, "u16");
        var result = await Client.CallToolAsync("game_act", Of(("press", Texts("A", "A")), ("screen", "each")));
        var texts = result.Content.Select(content => Assert.IsType<TextContentBlock>(content).Text).ToArray();
        Assert.Contains("\"screen\":\"all #f", texts[^1], StringComparison.Ordinal);
        Assert.All(texts.SkipLast(1), text => Assert.Matches("^frame [0-9]+: all #f[0-9a-f]+$", text));
        // Nothing comes after this picture, so it is calm.
        var turn = await ActAsync(("press", Texts("A")), ("settle", "still"), ("timeoutFrames", 60));
        Assert.True(turn.GetProperty("still").GetBoolean());
        await game.WriteAsync("0x04000000", control, "u16");
    }

    private async Task<JsonElement> ActAsync(params (string, object?)[] arguments) =>
        (await Client.CallAsync("game_act", Of(arguments))).Json;

    private static string[] Texts(params string[] texts) => texts;

    private static Dictionary<string, object?> Of(params (string Name, object? Value)[] arguments) =>
        arguments.ToDictionary(argument => argument.Name, argument => argument.Value);
}
