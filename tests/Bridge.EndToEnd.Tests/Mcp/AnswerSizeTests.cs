using ModelContextProtocol.Client;

namespace Bridge.EndToEnd.Tests.Mcp;

/// <summary>
/// Answers are short, because a model pays for all of them: <see cref="ModelGame.CallAsync"/> refuses more than a picture and 2 KB of text.
/// </summary>
public sealed class AnswerSizeTests(RunningGame game) : IClassFixture<RunningGame>
{
    // Of memory_read, game_act and game_look (docs/security.md).
    private const int MaxPlaces = 64, MaxPlacesOfAct = 32, MaxPlacesOfLook = 16;

    [Trait("Needs", "picture")]
    [Fact]
    public async Task Every_tool_answers_with_at_most_one_picture_and_2_KB_of_text()
    {
        await using var client = await ConnectAsync();
        string[] press = ["A", "B"];
        Dictionary<string, object?> write = new() { ["address"] = "0x02000400", ["value"] = 1 };
        Dictionary<string, Dictionary<string, object?>> calls = new()
        {
            ["game_look"] = [],
            ["game_freeze"] = new() { ["frozen"] = true },
            ["game_act"] = new() { ["press"] = press },
            ["game_try"] = new() { ["ways"] = new[] { press } },
            ["memory_read"] = new() { ["places"] = LongestPlaces(1) },
            ["memory_write"] = new() { ["writes"] = new[] { write } },
            ["memory_search"] = new() { ["is"] = "any", ["type"] = "u32" },
            ["state_save"] = new() { ["name"] = new string('s', 64), ["overwrite"] = true },
            ["state_load"] = new() { ["name"] = new string('s', 64), ["keepCurrentAs"] = new string('k', 64) },
            ["game_files"] = [],
            ["game_rewind"] = new() { ["frames"] = 1 },
            ["game_load"] = [],
            ["game_wait"] = new() { ["frames"] = 1 },
            ["game_notes"] = [],
        };
        Assert.Equal((await client.ListToolsAsync()).Select(tool => tool.Name).Order(), calls.Keys.Order());
        foreach (var (tool, arguments) in calls)
        {
            await client.CallAsync(tool, arguments);
            if (tool == "state_load")
                await client.CallAsync("game_freeze", new() { ["frozen"] = false });
        }
    }

    [Fact]
    public async Task As_many_long_values_as_can_be_read_fit()
    {
        await using var client = await ConnectAsync();
        // As an i32, it is -2147483648, the longest number.
        await game.WriteAsync("0x02000400", 0x8000_0000, "u32");
        var (read, _) = await client.CallAsync("memory_read", new() { ["places"] = LongestPlaces(MaxPlaces) });
        var values = read.GetProperty("values");
        Assert.Equal(MaxPlaces, values.GetArrayLength());
        Assert.Equal(("0x02000400", int.MinValue), (values[MaxPlaces - 1][0].GetString(), values[MaxPlaces - 1][1].GetInt32()));
        await client.CallAsync("game_act", new() { ["read"] = LongestPlaces(MaxPlacesOfAct), ["settle"] = 1 });
        await client.CallAsync("game_look", new() { ["read"] = LongestPlaces(MaxPlacesOfLook), ["screen"] = false });
    }

    [Fact]
    public async Task A_list_of_many_states_is_cut()
    {
        await using var client = await ConnectAsync();
        const int States = 20;
        for (var i = 0; i < States; i++)
            await client.CallAsync("state_save", new() { ["name"] = $"{i:00}".PadLeft(64, 'x'), ["overwrite"] = true });
        var states = (await client.CallAsync("game_files")).Json.GetProperty("states");
        Assert.True(states.GetProperty("more").GetInt32() > 0, states.GetRawText());
        Assert.True(states.GetProperty("names").GetArrayLength() + states.GetProperty("more").GetInt32() >= States, states.GetRawText());
    }

    [Trait("Needs", "picture")]
    [Fact]
    public async Task A_turn_with_a_picture_is_small()
    {
        using var response = await game.Client.SendMcpAsync("tools/call", """{"name": "game_act", "arguments": {"press": ["A"]}}""");
        var body = await response.Content.ReadAsByteArrayAsync();
        Assert.True(body.Length <= 16 * 1024, $"A turn has {body.Length} bytes.");
        var answer = ToolAnswer.Of((await response.ReadMcpAsync()).GetProperty("result"));
        var picture = new PngPicture(Assert.Single(answer.Pictures));
        // About 750 pixels are a token, and so are four characters.
        var tokens = (picture.Width * picture.Height / 750) + (answer.Texts.Sum(text => text.Length) / 4);
        Assert.True(tokens <= 300, $"A turn has {tokens} tokens.");
    }

    private Task<McpClient> ConnectAsync() => ModelGame.ConnectAsync(game.Client.BaseAddress!, McpClients.Latest);

    private static Dictionary<string, object?>[] LongestPlaces(int count) =>
        [.. Enumerable.Repeat(new Dictionary<string, object?> { ["address"] = "0x02000400", ["type"] = "i32" }, count)];
}
