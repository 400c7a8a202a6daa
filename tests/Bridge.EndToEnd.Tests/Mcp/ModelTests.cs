using System.Text.Json;
using ModelContextProtocol.Client;
using ModelContextProtocol.Protocol;

namespace Bridge.EndToEnd.Tests.Mcp;

/// <summary>A session as a model has it, with the C# client of MCP and the real emulator.</summary>
public sealed class ModelTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const string CounterOfA = "0x02000020";

    private static readonly Dictionary<string, object?>[] ReadA = [new() { ["address"] = CounterOfA, ["type"] = "u16" }];

    [Trait("Needs", "picture")]
    [Theory]
    [InlineData("2026-07-28")]
    [InlineData("2025-11-25")]
    [InlineData("2025-03-26")]
    public async Task A_session_looks_plays_searches_and_goes_back(string version)
    {
        await using var client = await ModelGame.ConnectAsync(game.Client.BaseAddress!, version);
        Assert.Equal(version, client.NegotiatedProtocolVersion);
        Assert.Contains("game_freeze", client.ServerInstructions, StringComparison.Ordinal);
        Assert.Equal(14, (await client.ListToolsAsync()).Count);

        var (seen, pictures) = await client.CallAsync("game_look", new() { ["read"] = ReadA });
        Assert.Equal("BUTTONTEST", seen.GetProperty("game").GetString());
        Assert.Equal((480, 320), Assert.Single(pictures.Select(picture => (picture.Width, picture.Height))));
        var before = ValueOf(seen);

        var (frozen, _) = await client.CallAsync("game_freeze", new() { ["frozen"] = true, ["seconds"] = 60 });
        Assert.True(frozen.GetProperty("frozen").GetBoolean());
        var (turn, shown) = await client.CallAsync(
            "game_act", new() { ["press"] = Texts("A", "A+B", "Up*16", "-30"), ["read"] = ReadA });
        Assert.Equal(before + 2, ValueOf(turn));
        // A and A+B are down for 6 frames and up for 6, Up for 16 and 6; a wait of 30; and 8 frames in which the turn settles.
        Assert.Equal(12 + 12 + 22 + 30 + 8, turn.GetProperty("frames").GetInt64());
        Assert.Single(shown);

        await client.CallAsync("state_save", new() { ["name"] = $"model-{version}", ["overwrite"] = true });
        await client.CallAsync("game_act", new() { ["press"] = Texts("A"), ["screen"] = "none" });
        var (loaded, picture) = await client.CallAsync("state_load", new() { ["name"] = $"model-{version}" });
        Assert.Equal("before-load", loaded.GetProperty("keptAs").GetString());
        Assert.Single(picture);
        var (read, _) = await client.CallAsync("memory_read", new() { ["places"] = ReadA, ["registers"] = Texts("pc") });
        Assert.Equal(before + 2, ValueOf(read));
        Assert.True(read.GetProperty("registers").GetProperty("pc").GetInt64() > 0);

        var (found, _) = await client.CallAsync("memory_search", new() { ["is"] = "eq", ["type"] = "u16", ["value"] = before + 2 });
        await client.CallAsync("game_act", new() { ["press"] = Texts("A"), ["screen"] = "none" });
        (found, _) = await client.CallAsync(
            "memory_search", new() { ["search"] = found.GetProperty("search").GetInt32(), ["is"] = "eq", ["value"] = before + 3 });
        Assert.Contains(CounterOfA, found.GetProperty("first").EnumerateArray().Select(match => match.GetProperty("address").GetString()));

        (frozen, _) = await client.CallAsync("game_freeze", new() { ["frozen"] = false });
        Assert.False(frozen.GetProperty("frozen").GetBoolean());
        (frozen, _) = await client.CallAsync("game_freeze", new() { ["frozen"] = false });
        Assert.False(frozen.GetProperty("frozen").GetBoolean());
    }

    [Trait("Needs", "picture")]
    [Fact]
    public async Task It_goes_back_to_a_mark_and_by_frames()
    {
        await using var client = await ModelGame.ConnectAsync(game.Client.BaseAddress!, McpClients.Latest);
        await client.CallAsync("game_freeze", new() { ["frozen"] = true });
        await client.CallAsync("game_act", new() { ["press"] = Texts("-60"), ["screen"] = "none" });
        var (marked, none) = await client.CallAsync("game_rewind", new() { ["setMark"] = "here" });
        Assert.Empty(none);
        Assert.Equal("here", marked.GetProperty("marks").GetProperty("names")[0].GetString());
        var (seen, _) = await client.CallAsync("game_look", new() { ["read"] = ReadA, ["screen"] = false });
        var frame = seen.GetProperty("frame").GetInt64();
        await client.CallAsync("game_act", new() { ["press"] = Texts("A", "A"), ["screen"] = "none" });

        var (back, pictures) = await client.CallAsync("game_rewind", new() { ["mark"] = "here" });
        Assert.Single(pictures);
        Assert.Equal(frame, back.GetProperty("frame").GetInt64());
        Assert.Equal(marked.GetProperty("framesBack").GetInt64(), back.GetProperty("framesBack").GetInt64());
        Assert.True(back.GetProperty("secondsBack").GetDouble() >= 1);
        var (again, _) = await client.CallAsync("game_look", new() { ["read"] = ReadA, ["screen"] = false });
        Assert.Equal(ValueOf(seen), ValueOf(again));

        (back, pictures) = await client.CallAsync("game_rewind", new() { ["frames"] = 30, ["look"] = false });
        Assert.Empty(pictures);
        Assert.Equal(frame - 30, back.GetProperty("frame").GetInt64());
        var refused = await client.CallToolAsync("game_rewind", new Dictionary<string, object?> { ["mark"] = "nowhere" });
        Assert.EndsWith("Nothing was done.", ((TextContentBlock)refused.Content[0]).Text, StringComparison.Ordinal);
        await client.CallAsync("game_freeze", new() { ["frozen"] = false });
    }

    [Trait("Needs", "picture")]
    [Fact]
    public async Task Key_frames_come_before_the_last_picture()
    {
        await using var client = await ModelGame.ConnectAsync(game.Client.BaseAddress!, McpClients.Latest);
        var result = await client.CallToolAsync(
            "game_act", new Dictionary<string, object?> { ["press"] = Texts("A*30", "B*30"), ["screen"] = "each", ["scale"] = 1 });
        Assert.Equal(["text", "image", "text", "image", "text", "image", "image", "text"], result.Content.Select(block => block.Type));
        var frames = result.Content.OfType<TextContentBlock>().SkipLast(1).Select(block => int.Parse(block.Text["frame ".Length..], null));
        Assert.Equal(frames.Order(), frames);
    }

    [Fact]
    public async Task Memory_is_written_if_it_is_as_expected()
    {
        await using var client = await ModelGame.ConnectAsync(game.Client.BaseAddress!, McpClients.Latest);
        var writes = new Dictionary<string, object?>[]
        {
            new() { ["address"] = "0x02000210", ["type"] = "u16", ["value"] = 513 }, new() { ["address"] = "0x02000212", ["hex"] = "0a0b" },
        };
        Dictionary<string, object?>[] Guard(int expected) => [new() { ["address"] = "0x02000101", ["equals"] = expected }];
        var (written, _) = await client.CallAsync("memory_write", new() { ["writes"] = writes, ["onlyIf"] = Guard(1) });
        Assert.Equal(2, written.GetProperty("written").GetInt32());
        (written, _) = await client.CallAsync("memory_write", new() { ["writes"] = writes, ["onlyIf"] = Guard(2) });
        Assert.Equal((0, 0), (written.GetProperty("written").GetInt32(), written.GetProperty("failed").GetInt32()));
        Assert.Equal(0x0B0A_0201, await game.ReadAsync("0x02000210", "u32"));
    }

    [Fact]
    public async Task It_waits_for_frames_and_a_value_of_a_running_game()
    {
        await using var client = await ModelGame.ConnectAsync(game.Client.BaseAddress!, McpClients.Latest);
        var (waited, _) = await client.CallAsync("game_wait", new() { ["frames"] = JsonElement.Parse("3.0"), ["look"] = false });
        Assert.Equal(3, waited.GetProperty("frames").GetInt32());
        (waited, _) = await client.CallAsync("game_wait", new()
        {
            ["until"] = new Dictionary<string, object?> { ["address"] = "0x02000000", ["type"] = "u32", ["is"] = "changed" },
            ["look"] = false,
        });
        Assert.True(waited.GetProperty("met").GetBoolean());
    }

    [Fact]
    public async Task A_client_that_hangs_up_ends_its_press_in_the_game()
    {
        using var client = new CancellationTokenSource();
        var calling = game.Client.SendMcpAsync("tools/call",
            """{"name": "game_act", "arguments": {"press": ["A*3000"], "screen": "none"}}""", cancellationToken: client.Token);
        await Eventually.HoldsAsync(async () => await game.QueuedAsync() == 1, "the press is under way");
        await client.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => calling);
        await game.QueueEmptiesAsync();
        await game.ReleaseAllAsync();
    }

    [Fact]
    public async Task States_are_not_overwritten_by_chance_and_files_are_listed()
    {
        await using var client = await ModelGame.ConnectAsync(game.Client.BaseAddress!, McpClients.Latest);
        await client.CallAsync("state_save", new() { ["name"] = "once" });
        var again = await client.CallToolAsync("state_save", new Dictionary<string, object?> { ["name"] = "ONCE" });
        Assert.True(again.IsError);
        Assert.StartsWith("conflict: name must be new;", ((TextContentBlock)again.Content[0]).Text, StringComparison.Ordinal);
        await client.CallAsync("state_save", new() { ["name"] = "once", ["overwrite"] = true });

        var (files, _) = await client.CallAsync("game_files");
        Assert.Contains("once", files.GetProperty("states").GetProperty("names").EnumerateArray().Select(name => name.GetString()));
        Assert.Contains("buttontest.gba", files.GetProperty("roms").GetProperty("names").EnumerateArray().Select(name => name.GetString()));
        Assert.Contains("wram", files.GetProperty("domains").EnumerateArray().Select(each => each.GetProperty("name").GetString()));
        var missing = await client.CallToolAsync("state_load", new Dictionary<string, object?> { ["name"] = "nowhere" });
        var sentences = ((TextContentBlock)missing.Content[0]).Text;
        Assert.StartsWith("unknown-state: ", sentences, StringComparison.Ordinal);
        Assert.EndsWith("Nothing was done. game_files lists the states.", sentences, StringComparison.Ordinal);
        missing = await client.CallToolAsync("state_load", new Dictionary<string, object?> { ["name"] = "onec" });
        Assert.EndsWith("game_files lists the states. Near it: \"once\".", ((TextContentBlock)missing.Content[0]).Text,
            StringComparison.Ordinal);
    }

    [Trait("Needs", "picture")]
    [Fact]
    public async Task Games_are_loaded_and_restarted()
    {
        await using var client = await ModelGame.ConnectAsync(game.Client.BaseAddress!, McpClients.Latest);
        var (loaded, pictures) = await client.CallAsync("game_load", new() { ["rom"] = "Other Game (USA, Europe).gba" });
        Assert.Equal("OTHERGAME", loaded.GetProperty("game").GetString());
        Assert.Single(pictures);
        await client.CallAsync("game_load", new() { ["rom"] = "buttontest.gba", ["look"] = false });
        (loaded, _) = await client.CallAsync("game_load");
        Assert.Equal("BUTTONTEST", loaded.GetProperty("game").GetString());
        // A part of this game moves all the time, which is known 60 frames after the 60 that games need at least.
        Assert.True(loaded.GetProperty("frame").GetInt64() >= 60 + 60);
        // A frozen game plays at once until a picture lasts, which logos don't.
        await client.CallAsync("game_freeze", new() { ["frozen"] = true });
        (loaded, _) = await client.CallAsync("game_load");
        Assert.True(loaded.GetProperty("frame").GetInt64() >= 60 + (3 * 180));
        await client.CallAsync("game_freeze", new() { ["frozen"] = false });
        var unknown = await client.CallToolAsync("game_load", new Dictionary<string, object?> { ["rom"] = "none.gba" });
        Assert.StartsWith("unknown-rom: ", ((TextContentBlock)unknown.Content[0]).Text, StringComparison.Ordinal);
    }

    [Trait("Needs", "picture")]
    [Fact]
    public async Task Screen_and_states_are_resources()
    {
        await using var client = await ModelGame.ConnectAsync(game.Client.BaseAddress!, McpClients.Latest);
        var screen = (BlobResourceContents)(await client.ReadResourceAsync(new Uri("bridge://screen"))).Contents[0];
        Assert.Equal(480, new PngPicture(screen.DecodedData.ToArray()).Width);
        await client.CallAsync("state_save", new() { ["name"] = "resource", ["overwrite"] = true });
        var state = (BlobResourceContents)(await client.ReadResourceAsync(new Uri("bridge://states/resource"))).Contents[0];
        Assert.True(state.DecodedData.Length > 100_000);
    }

    private static string[] Texts(params string[] texts) => texts;

    private static long ValueOf(JsonElement answer) => answer.GetProperty("values")[0][1].GetInt64();
}
