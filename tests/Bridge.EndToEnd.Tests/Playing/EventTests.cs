using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>Events of a real game, each with the frame in which it happened.</summary>
public sealed class EventTests(RunningGame game) : IClassFixture<RunningGame>
{
    private HttpClient Client => game.Client;

    private static long Number(LiveEvent live, string member) => live.Json.GetProperty(member).GetInt64();

    private async Task<JsonElement> WatchAsync(string json)
    {
        using var response = await Client.AskAsync("POST", "/emulators/default/watches", json);
        var text = await response.Content.ReadAsStringAsync();
        Assert.True((int)response.StatusCode == 201, text);
        return JsonDocument.Parse(text).RootElement;
    }

    [Fact]
    public async Task Each_frame_is_sent_once()
    {
        using var events = await LiveEvents.OpenAsync(Client, "?topics=frame");
        var frames = (await events.ReadAsync(60)).Select(live => Number(live, "frame")).ToArray();
        Assert.Equal(Enumerable.Range(0, 60).Select(frame => frames[0] + frame), frames);
    }

    [Fact]
    public async Task Button_changes_are_sent_in_their_frames()
    {
        using var events = await LiveEvents.OpenAsync(Client, "?topics=buttons");
        var press = await game.PressAsync("L", hold: 4);
        var changes = await events.ReadAsync(2);
        Assert.Equal(
            [$$"""{"down":["L"],"frame":{{press.PressedAt}}}""", $$"""{"down":[],"frame":{{press.ReleasedAt}}}"""],
            changes.Select(live => live.Data));
    }

    [Fact]
    public async Task A_watch_shows_what_the_memory_is_in_each_frame()
    {
        var watch = await WatchAsync("""{"address": "0x02000000", "type": "u32"}""");
        using var events = await LiveEvents.OpenAsync(Client, $"?watches={watch.GetProperty("id")}");
        // emulator/rom/README.md: the game counts frames, a constant apart from mGBA's number.
        var apart = watch.GetProperty("value").GetInt64() - watch.GetProperty("frame").GetInt64();
        var changes = new List<LiveEvent>();
        while (changes.Count < 60)
            changes.Add(await events.UntilAsync("watch"));
        Assert.All(changes, live => Assert.Equal(apart, Number(live, "value") - Number(live, "frame")));
        Assert.All(changes, live => Assert.Equal(1, Number(live, "value") - Number(live, "previous")));
        Assert.All(changes.Zip(changes.Skip(1)), pair => Assert.Equal(1, Number(pair.Second, "frame") - Number(pair.First, "frame")));
    }

    [Fact]
    public async Task A_watch_with_an_interval_is_sent_no_more_often()
    {
        var watch = await WatchAsync("""{"address": "0x02000000", "type": "u32", "intervalFrames": 10}""");
        using var events = await LiveEvents.OpenAsync(Client, $"?topics=watch&watches={watch.GetProperty("id")}");
        var frames = (await events.ReadAsync(10)).Select(live => Number(live, "frame")).ToArray();
        Assert.All(frames.Zip(frames.Skip(1)), pair => Assert.Equal(10, pair.Second - pair.First));
    }

    [Fact]
    public async Task A_watched_range_is_sent_when_a_button_is_counted()
    {
        var watch = await WatchAsync("""{"address": "0x02000020", "length": 20, "name": "presses"}""");
        var before = watch.GetProperty("hex").GetString()!;
        using var events = await LiveEvents.OpenAsync(Client, $"?topics=watch&watches={watch.GetProperty("id")}");
        var press = await game.PressAsync("R");
        var told = (await events.ReadAsync())!;
        Assert.Equal((before, "presses", press.PressedAt + 1),
            (told.Json.GetProperty("previous").GetString(), told.Json.GetProperty("name").GetString(), Number(told, "frame")));
        Assert.Equal(await game.PressesAsync(Button.R),
            BitConverter.ToUInt16(Convert.FromHexString(told.Json.GetProperty("hex").GetString()!), 2 * (int)Button.R));
    }

    [Fact]
    public async Task An_achievement_is_told_in_the_frame_in_which_it_begins_to_hold()
    {
        // Address 0x8000 of RetroAchievements is 0x02000000; the ROM counts presses from 0x02000020 on. The achievement holds once the
        // 16 bits ("0x ") there were more than in the frame before ("d") in two frames (".2.").
        var counter = 0x8020 + (2 * (int)Button.R);
        var (before, achievement) = (await game.PressesAsync(Button.R), $"0x {counter:x}>d0x {counter:x}.2.");
        var watch = await WatchAsync($$"""{"achievement": "{{achievement}}", "name": "two presses"}""");
        Assert.Equal((achievement, 0), (watch.GetProperty("achievement").GetString(), watch.GetProperty("value").GetInt32()));
        Assert.False(watch.TryGetProperty("address", out _));
        using var events = await LiveEvents.OpenAsync(Client, $"?topics=watch&watches={watch.GetProperty("id")}");
        await game.PressAsync("R");
        var press = await game.PressAsync("R");
        var told = (await events.ReadAsync())!;
        Assert.Equal((1, 0, "two presses", press.PressedAt + 1),
            (Number(told, "value"), Number(told, "previous"), told.Json.GetProperty("name").GetString(), Number(told, "frame")));
        Assert.Equal(before + 2, await game.PressesAsync(Button.R));
        using var reset = await Client.AskAsync("POST", "/emulators/default/reset", null);
        Assert.Equal(0, Number((await events.ReadAsync())!, "value"));
    }

    [Fact]
    public async Task A_chain_is_followed_again_in_each_frame()
    {
        var watch = await WatchAsync("""{"address": "[0x02000008]+0x10", "type": "u8"}""");
        Assert.Equal((16, "0x02000110"), (watch.GetProperty("value").GetInt32(), watch.GetProperty("address").GetString()));
        using var events = await LiveEvents.OpenAsync(Client, $"?topics=watch&watches={watch.GetProperty("id")}");
        await game.WriteAsync("0x02000008", 0, "u32");
        Assert.Contains("\"address\":null,\"value\":null,\"previous\":16", (await events.ReadAsync())!.Data, StringComparison.Ordinal);
        await game.WriteAsync("0x02000008", 0x02000101, "u32");
        Assert.Contains("\"address\":\"0x02000111\",\"value\":17,\"previous\":null",
            (await events.ReadAsync())!.Data, StringComparison.Ordinal);
        await game.WriteAsync("0x02000008", 0x02000100, "u32");
        Assert.Contains("\"address\":\"0x02000110\",\"value\":16,\"previous\":17",
            (await events.ReadAsync())!.Data, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_reset_and_a_loaded_state_are_sent_as_events_and_watches_continue()
    {
        var watch = await WatchAsync("""{"address": "0x02000000", "type": "u32"}""");
        using var events = await LiveEvents.OpenAsync(Client, $"?topics=reset,watch&watches={watch.GetProperty("id")}");
        var state = await SavedState.GetAsync(Client);
        await game.PlayOnAsync(20);
        using (var loaded = await SavedState.PutAsync(Client, state.Bytes))
            Assert.True(loaded.IsSuccessStatusCode);
        var told = await events.UntilAsync("reset");
        Assert.Equal(state.Frame + 1, Number(told, "frame"));
        Assert.True(Number(told, "before") >= state.Frame + 20);
        var next = await events.UntilAsync("watch");
        Assert.True(Number(next, "value") < Number(next, "previous"));

        await Client.AskForJsonAsync("POST", "/emulators/default/reset");
        told = await events.UntilAsync("reset");
        Assert.InRange(Number(told, "frame"), 0, 2);
        Assert.True(Number(told, "before") > state.Frame);
        await events.UntilAsync(live => live.Topic == "watch" && Number(live, "value") < 10);
        await events.UntilAsync(live => live.Topic == "watch" && Number(live, "value") > 10);
        await game.PlaysAsync();
    }

    [Fact]
    public async Task Another_game_is_sent_as_an_event_and_its_memory_is_watched()
    {
        // The title in the ROM's header.
        var watch = await WatchAsync("""{"address": "0x080000A0", "length": 9}""");
        using var events = await LiveEvents.OpenAsync(Client, $"?topics=game,watch&watches={watch.GetProperty("id")}");
        await Client.AskForJsonAsync("POST", "/emulators/default/rom", """{"name": "Other Game (USA, Europe).gba"}""");
        LiveEvent[] told = [.. await events.ReadAsync(2)];
        Assert.Equal("OTHERGAME", told.Single(live => live.Topic == "game").Json.GetProperty("game").GetProperty("title").GetString());
        Assert.Equal("OTHERGAME"u8.ToArray(),
            Convert.FromHexString(told.Single(live => live.Topic == "watch").Json.GetProperty("hex").GetString()!));
        await Client.AskForJsonAsync("POST", "/emulators/default/rom", """{"name": "buttontest.gba"}""");
        await game.PlaysAsync();
    }

    [Fact]
    public async Task A_client_that_comes_back_misses_no_frame()
    {
        var frames = new List<long>();
        string? id = null;
        for (var visit = 0; visit < 5; visit++)
        {
            using var events = await LiveEvents.OpenAsync(Client, "?topics=frame", id);
            foreach (var live in await events.ReadAsync(10))
            {
                Assert.Equal("frame", live.Topic);
                frames.Add(Number(live, "frame"));
                id = live.Id;
            }

            await game.PlayOnAsync(10);
        }

        // Another test of this class may reset the game only before or after this one.
        Assert.Equal(Enumerable.Range(0, 50).Select(frame => frames[0] + frame), frames);
    }

    [Fact]
    public async Task A_deleted_watch_sends_no_more_events()
    {
        var (one, other) = ((await WatchAsync("""{"address": "0x02000300"}""")).GetProperty("id").GetInt64(),
            (await WatchAsync("""{"address": "0x02000301"}""")).GetProperty("id").GetInt64());
        using var events = await LiveEvents.OpenAsync(Client, $"?topics=watch&watches={one},{other}");
        await game.WriteAsync("0x02000300", 0x0101);
        Assert.Equal([one, other], (await events.ReadAsync(2)).Select(live => Number(live, "id")).Order());
        await Client.DeleteAsync($"/emulators/default/watches/{one}");
        await game.WriteAsync("0x02000300", 0x0202);
        Assert.Equal(other, Number((await events.ReadAsync())!, "id"));
        await game.WriteAsync("0x02000300", 0x0303);
        Assert.Equal(other, Number((await events.ReadAsync())!, "id"));
        await game.WriteAsync("0x02000300", 0);
    }
}
