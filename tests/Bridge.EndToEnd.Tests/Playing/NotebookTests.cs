using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>The notebook of the real game: its names are addresses everywhere, and the next bridge has it.</summary>
public sealed class NotebookTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const string Emulator = "/emulators/default";

    private const string Notebook =
        """
        {"notes": [{"text": "A counts in presses."}], "names": {"frames": {"address": "0x02000000", "type": "u32"},
         "presses": {"address": "0x02000020", "type": "u16"}, "free": {"address": "0x02000200", "type": "u16"}}}
        """;

    [Trait("Needs", "host")]
    [Fact]
    public async Task Every_request_with_an_address_takes_a_name_with_its_type()
    {
        await game.Client.AskForJsonAsync("PUT", $"{Emulator}/notebook", Notebook);
        await game.WriteAsync("free", 0x1234);
        Assert.Equal(0x1234, (await GetAsync("memory/free")).GetProperty("value").GetInt64());
        var places = await PostAsync("memory/read", """[{"address": "free"}, {"address": "frames"}, {"address": "free", "type": "u8"}]""");
        Assert.Equal([("u16", "free"), ("u32", "frames"), ("u8", "free")], places.GetProperty("values").EnumerateArray()
            .Select(value => (value.GetProperty("type").GetString(), value.GetProperty("symbol").GetString())));
        var batch = await PostAsync("batch", """{"operations": [{"op": "read", "address": "free"}]}""");
        Assert.Equal(0x1234, batch.GetProperty("results")[0].GetProperty("value").GetInt64());
        var waited = await PostAsync("frames/wait", """{"until": {"address": "frames", "is": "increased"}}""");
        Assert.True(waited.GetProperty("met").GetBoolean());
        var turn = await PostAsync("act", """{"until": {"address": "frames", "is": "changed"}, "read": [{"address": "free"}]}""");
        Assert.Equal(0x1234, turn.GetProperty("values")[0].GetProperty("value").GetInt64());
        var branches = await PostAsync("branches", """{"branches": [{"read": [{"address": "free"}]}]}""");
        Assert.Equal(0x1234, branches.GetProperty("branches")[0].GetProperty("values")[0].GetProperty("value").GetInt64());
        Assert.Equal(0x1234, (await GetAsync("structures/free")).GetProperty("value").GetInt64());
    }

    [Fact]
    public async Task A_watch_of_a_name_sends_its_changes()
    {
        await game.Client.AskForJsonAsync("PUT", $"{Emulator}/notebook", Notebook);
        await game.WriteAsync("free", 0);
        using var set = await game.Client.AskAsync("POST", $"{Emulator}/watches", """{"address": "free"}""");
        var watch = JsonDocument.Parse(await set.Content.ReadAsStringAsync()).RootElement;
        using var events = await LiveEvents.OpenAsync(game.Client, $"?topics=watch&watches={watch.GetProperty("id")}");
        await game.WriteAsync("free", 0x0203);
        var changed = (await events.ReadAsync())!.Json;
        Assert.Equal((0x0203, "free"), (changed.GetProperty("value").GetInt64(), changed.GetProperty("symbol").GetString()));
    }

    [Fact]
    public async Task The_next_bridge_has_it_and_another_game_does_not()
    {
        await game.Client.AskForJsonAsync("PUT", $"{Emulator}/notebook", Notebook);
        await using var next = new BridgeHost(("Bridge:Emulators:default:Port", $"{game.Emulator.Port}"), game.Secret,
            ("Bridge:Notebook:Folder", game.NotebookFolder));
        await next.ReachesAsync("running");
        Assert.Equal("u32", (await next.Client.GetJsonAsync($"{Emulator}/memory/frames")).GetProperty("type").GetString());
        var kept = await next.Client.GetJsonAsync($"{Emulator}/notebook");
        Assert.Equal("A counts in presses.", kept.GetProperty("notes")[0].GetProperty("text").GetString());

        await game.Game.LoadRomAsync("Other Game (USA, Europe).gba");
        await game.PlaysAsync();
        Assert.Equal(0, (await GetAsync("notebook")).GetProperty("notes").GetArrayLength());
        await game.Game.LoadRomAsync("buttontest.gba");
        await game.PlaysAsync();
        Assert.Equal(1, (await GetAsync("notebook")).GetProperty("notes").GetArrayLength());
    }

    private Task<JsonElement> GetAsync(string path) => game.Client.GetJsonAsync($"{Emulator}/{path}");

    private Task<JsonElement> PostAsync(string path, string json) => game.Client.AskForJsonAsync("POST", $"{Emulator}/{path}", json);
}
