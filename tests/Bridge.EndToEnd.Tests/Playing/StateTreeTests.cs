using System.Net;
using System.Text.Json;
using Bridge.Testing.Zoo;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>
/// A named state knows its parent, the state from which the game came, and a replay proves it. Each test has state names of its own.
/// </summary>
[Trait("Needs", "host")]
public sealed class StateTreeTests(ClockedGame game) : HistoryTest(game), IClassFixture<ClockedGame>
{
    [Fact]
    public async Task A_state_knows_its_parent_and_the_way_from_there_is_replayed()
    {
        await using var held = await HoldAsync();
        await Game.Game.LoadRomAsync("buttontest.gba");
        await SaveAsync("root-a", "Where it begins");
        await ActAsync("""{"steps": [{"buttons": ["A"], "hold": 7}], "settle": 30}""");
        var child = await SaveAsync("child-a");
        await held.StepAsync(50);
        await SaveAsync("grandchild-a");

        // Another future of the first state.
        await LoadAsync("root-a");
        await ActAsync("""{"steps": [{"buttons": ["B"], "hold": 3}]}""");
        await SaveAsync("other-a");

        var tree = await TreeAsync();
        Assert.Equal("Where it begins", tree["root-a"].GetProperty("note").GetString());
        Assert.Equal(("root-a", child.Frame - tree["root-a"].GetProperty("frame").GetInt64()), ParentOf(tree["child-a"]));
        Assert.Equal(("child-a", 50), ParentOf(tree["grandchild-a"]));
        Assert.Equal("root-a", ParentOf(tree["other-a"]).Parent);
        Assert.False(tree["child-a"].TryGetProperty("note", out _));
        // 0x and eight digits.
        Assert.Equal(10, tree["child-a"].GetProperty("crc32").GetString()!.Length);

        var presses = await Game.PressesAsync(Button.A);
        var played = await Client.AskForJsonAsync("POST", $"{E}/states/child-a/replay", """{"speed": 0}""");
        Assert.Equal("equal", played.GetProperty("result").GetString());
        Assert.InRange(played.GetProperty("checked").GetInt64(), 1, long.MaxValue);
        Assert.Equal(child.Frame, played.GetProperty("frame").GetInt64());
        Assert.Equal(presses + 1, await Game.PressesAsync(Button.A));

        // The replayed state is where the game is now, so it is the parent of what follows.
        await held.StepAsync(5);
        await SaveAsync("after-replay-a");
        Assert.Equal(("child-a", 5), ParentOf((await TreeAsync())["after-replay-a"]));
    }

    [Fact]
    public async Task A_rewind_and_another_way_make_another_parent()
    {
        await using var held = await HoldAsync();
        await SaveAsync("root-b");
        await held.StepAsync(100);
        await SaveAsync("lost-b");
        await held.StepAsync(10);
        await Client.AskForJsonAsync("POST", $"{E}/rewind", """{"frames": 80}""");
        await Client.AskForJsonAsync("POST", $"{E}/frames/step", """{"frames": 90, "buttons": ["Up"]}""");
        await SaveAsync("end-b");
        Assert.Equal(("root-b", 100 + 10 - 80 + 90), ParentOf((await TreeAsync())["end-b"]));
    }

    [Fact]
    public async Task The_picture_is_the_screen_of_that_moment()
    {
        await using var held = await HoldAsync();
        await held.StepAsync(3);
        var screen = await Client.GetByteArrayAsync($"{E}/screen");
        await SaveAsync("seen-c");
        await held.StepAsync(60);
        Assert.Equal(screen, await Client.GetByteArrayAsync($"{E}/states/seen-c/picture"));
        Assert.True((await TreeAsync())["seen-c"].GetProperty("picture").GetBoolean());
        await RefusalAsync("GET", "/states/nothing/picture", 404);
    }

    [Fact]
    public async Task Bytes_of_a_client_and_deleted_states_are_no_parents()
    {
        await using var held = await HoldAsync();
        await SaveAsync("root-d");
        await held.StepAsync(5);
        await SaveAsync("replaced-d");
        await held.StepAsync(5);
        await SaveAsync("deleted-d");
        await held.StepAsync(5);
        var bytes = await Client.GetByteArrayAsync($"{E}/states/root-d");
        using var body = new ByteArrayContent(bytes) { Headers = { ContentType = new("application/octet-stream") } };
        using var kept = await Client.PutAsync($"{E}/states/replaced-d?note=From+a+friend", body);
        Assert.True(kept.IsSuccessStatusCode);
        using var deleted = await Client.DeleteAsync($"{E}/states/deleted-d");
        Assert.Equal(HttpStatusCode.NoContent, deleted.StatusCode);
        await SaveAsync("end-d");
        var tree = await TreeAsync();
        Assert.Equal(("root-d", 15), ParentOf(tree["end-d"]));
        Assert.False(tree["replaced-d"].TryGetProperty("frame", out _));
        Assert.Equal("From a friend", tree["replaced-d"].GetProperty("note").GetString());
        Assert.Contains("a client sent it", await RefusalAsync("POST", "/states/replaced-d/replay", 409), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Two_states_of_one_frame_have_nothing_to_replay()
    {
        await using var held = await HoldAsync();
        await SaveAsync("first-e");
        await SaveAsync("second-e");
        Assert.Equal(("first-e", 0), ParentOf((await TreeAsync())["second-e"]));
        Assert.Contains("in the same frame", await RefusalAsync("POST", "/states/second-e/replay", 409), StringComparison.Ordinal);
        Assert.Contains("unknown-state", await RefusalAsync("POST", "/states/nothing/replay", 404), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Saves_of_one_name_at_once_do_not_mix()
    {
        await Task.WhenAll(Enumerable.Range(0, 20).Select(index => SaveAsync("busy-g", $"{index}")));
        var known = (await TreeAsync())["busy-g"].GetProperty("frame").GetInt64();
        await using var held = await HoldAsync();
        Assert.Equal(known, (await Client.AskForJsonAsync("POST", $"{E}/states/busy-g/load")).GetProperty("frame").GetInt64());
    }

    [Theory]
    [InlineData("plain")]
    [InlineData("flash of 128 KiB")]
    [InlineData("EEPROM")]
    [InlineData("Color only")]
    [InlineData("Super Game Boy")]
    [InlineData("MBC3 with clock")]
    public async Task Each_game_is_where_its_state_was(string name)
    {
        var held = await HoldAsync(ZooGames.All[name]);
        var random = new Random(3);
        await held.StepAsync(20);
        await SaveAsync("root-f");
        for (var i = 0; i < 20; i++)
            await held.StepAsync(1 + random.Next(3), ButtonsOf(random));
        await SaveAsync("end-f");
        var played = await Client.AskForJsonAsync("POST", $"{E}/states/end-f/replay", """{"speed": 0}""");
        Assert.Equal("equal", played.GetProperty("result").GetString());
        Assert.InRange(played.GetProperty("checked").GetInt64(), 1, long.MaxValue);

        // What the game does by itself from there is a movie too.
        await held.DisposeAsync();
        await using var again = await HoldAsync();
        await again.StepAsync(5);
        await SaveAsync("after-f");
        Assert.Equal("end-f", ParentOf((await TreeAsync())["after-f"]).Parent);
        played = await Client.AskForJsonAsync("POST", $"{E}/states/after-f/replay", """{"speed": 0}""");
        Assert.Equal("equal", played.GetProperty("result").GetString());
    }

    // Returns the name of a state's parent, and how many frames later the state is.
    private static (string? Parent, long Frames) ParentOf(JsonElement state) =>
        (state.GetProperty("parent").GetString(), state.GetProperty("frames").GetInt64());

    private async Task<(string Name, long Frame)> SaveAsync(string name, string? note = null)
    {
        var query = note is null ? "" : $"?note={Uri.EscapeDataString(note)}";
        using var response = await Client.PutAsync($"{E}/states/{name}{query}", null);
        var text = await response.Content.ReadAsStringAsync();
        Assert.True(response.IsSuccessStatusCode, text);
        return (name, JsonDocument.Parse(text).RootElement.GetProperty("frame").GetInt64());
    }

    private async Task LoadAsync(string name) => await Client.AskForJsonAsync("POST", $"{E}/states/{name}/load");

    private async Task ActAsync(string body) => await Client.AskForJsonAsync("POST", $"{E}/act", body);

    private async Task<string> RefusalAsync(string method, string path, int status)
    {
        using var response = await Client.SendAsync(new HttpRequestMessage(new HttpMethod(method), $"{E}{path}"));
        Assert.Equal(status, (int)response.StatusCode);
        return await response.Content.ReadAsStringAsync();
    }

    private async Task<Dictionary<string, JsonElement>> TreeAsync() =>
        (await Client.GetJsonAsync($"{E}/states?tree=true")).GetProperty("states").EnumerateArray()
            .ToDictionary(state => state.GetProperty("name").GetString()!);
}
