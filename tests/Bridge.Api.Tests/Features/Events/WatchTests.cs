using System.Text;

namespace Bridge.Api.Tests.Features.Events;

public sealed class WatchTests : EventBridge
{
    private const string Path = "/emulators/default/watches";

    [Fact]
    public async Task Every_kind_of_watch_is_described_with_exactly_these_members()
    {
        // By the third argument of watch.set, a type or a length: the value (of a length: the length, and the bytes as payload), then the
        // address to which a chain leads. An empty value: the chain leads nowhere.
        Shows = request => request.Arguments[2] switch
        {
            "3" => (["3"], "abc"u8.ToArray()),
            "i8" => (["-1", "33554704"], []),
            "2" => ([""], []),
            _ => (["513"], []),
        };
        string[] expected =
        [
            """{"id":1,"address":"0x02000004","type":"u16","value":513,"intervalFrames":1,"frame":1834}""",
            """{"id":2,"name":"bytes","address":"0x00000010","length":3,"hex":"616263","domain":"wram","intervalFrames":60,"frame":1834}""",
            """{"id":3,"address":"0x02000110","type":"i8","value":-1,"chain":"[$2000008]+16","intervalFrames":1,"frame":1834}""",
            """{"id":4,"address":null,"length":2,"chain":"[0x02000008]","intervalFrames":1,"frame":1834}""",
            """{"id":5,"address":"0x00000000","type":"u8","value":513,"intervalFrames":1,"temporary":true,"frame":1834}""",
        ];
        string[] asked =
        [
            """{"address": "$2000004", "type": "U16"}""",
            """{"address": "0x10", "length": 3, "domain": "wram", "intervalFrames": 60, "name": "bytes"}""",
            """{"address": "[$2000008]+16", "type": "i8"}""", """{"address": "[0x02000008]", "length": 2}""",
            """{"address": "0", "temporary": true}""",
        ];
        for (var i = 0; i < asked.Length; i++)
        {
            using var response = await Client.AskAsync("POST", Path, asked[i]);
            Assert.Equal((201, expected[i], $"{Path}/{i + 1}"),
                ((int)response.StatusCode, await response.Content.ReadAsStringAsync(), response.Headers.Location?.ToString()));
            Assert.Equal(expected[i], await Client.GetStringAsync($"{Path}/{i + 1}"));
        }

        Assert.Equal($$"""{"watches":[{{string.Join(',', expected)}}]}""", await Client.GetStringAsync(Path));
        Assert.Equal(["0 u8  1", "16 3 wram 60", "33554436 u16  1", "[33554440] 2  1", "[33554440]+16 i8  1"],
            Watches.Values.Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task Watches_of_the_same_place_share_one_watch_in_the_script()
    {
        int[] ids = [await SetWatchAsync("""{"address": "0x02000004", "name": "a"}"""), await SetWatchAsync("""{"address": "33554436"}""")];
        await SetWatchAsync("""{"address": "33554436", "intervalFrames": 2}""");
        Assert.Equal(2, Watches.Count);
        using var events = await LiveEvents.OpenAsync(Client);
        await TellAsync("watch", "1", "6");
        Assert.Equal(ids, (await events.ReadAsync(2)).Select(live => live.Json.GetProperty("id").GetInt32()));
        Assert.Contains("\"value\":6", await Client.GetStringAsync($"{Path}/{ids[1]}"), StringComparison.Ordinal);

        await Client.DeleteAsync($"{Path}/{ids[0]}");
        await TellAsync("watch", "1", "7");
        Assert.Equal(ids[1], (await events.ReadAsync())!.Json.GetProperty("id").GetInt32());
        Assert.Equal(2, Watches.Count);
        await Client.DeleteAsync($"{Path}/{ids[1]}");
        await Eventually.HoldsAsync(() => Watches.Count == 1);
        using (var response = await Client.DeleteAsync(Path))
            Assert.Equal(204, (int)response.StatusCode);
        await Eventually.HoldsAsync(() => Watches.IsEmpty);
        Assert.Equal("""{"watches":[]}""", await Client.GetStringAsync(Path));
    }

    [Fact]
    public async Task An_unknown_watch_is_refused()
    {
        var id = await SetWatchAsync("""{"address": "0"}""");
        await Client.DeleteAsync($"{Path}/{id}");
        foreach (var method in new[] { "GET", "DELETE" })
            (await Client.AskForProblemAsync(method, $"{Path}/{id}")).Is(404, "unknown-watch", "id", $"no watch {id}");
        (await Client.AskForProblemAsync("GET", $"/emulators/default/events?watches={id}"))
            .Is(404, "unknown-watch", "watches", $"no watch {id}");
        Assert.NotEqual(id, await SetWatchAsync("""{"address": "0"}"""));
    }

    [Theory]
    [InlineData("out-of-range", "address", 400, "out-of-range")]
    [InlineData("unknown-domain", "domain", 400, "unknown-domain")]
    [InlineData("busy", null, 503, "overloaded")]
    [InlineData("no-game", null, 503, "no-game")]
    public async Task A_watch_that_the_script_refuses_is_not_created(string status, string? argument, int code, string anchor)
    {
        Fake.Answers = async request =>
        {
            if (request.Command != "watch.set")
                return false;
            await request.RefuseAsync(status, "No such place.", argument is null ? [] : [argument]);
            return true;
        };
        (await Client.AskForProblemAsync("POST", Path, """{"address": "0"}""")).Is(code, anchor, argument);
        Assert.Equal("""{"watches":[]}""", await Client.GetStringAsync(Path));
    }

    [Fact]
    public async Task Without_an_emulator_no_watch_can_be_set()
    {
        Fake.Stop();
        await Bridge.ReachesAsync("no-emulator");
        (await Client.AskForProblemAsync("POST", Path, """{"address": "0"}""")).Is(503, "no-emulator", null);
        Assert.Equal("""{"watches":[]}""", await Client.GetStringAsync(Path));
    }

    [Fact]
    public async Task A_watch_that_does_not_fit_a_new_game_is_tried_again_with_the_next_game()
    {
        using var events = await LiveEvents.OpenAsync(Client, "?topics=watch");
        await SetWatchAsync("""{"address": "0"}""");
        var answers = Fake.Answers!;
        var hasPlace = false;
        Fake.Answers = async request =>
        {
            if (request.Command != "watch.set" || hasPlace)
                return await answers(request);
            EventConnection = request.Connection;
            await request.RefuseAsync("out-of-range");
            return true;
        };
        foreach (var connection in Fake.Connections)
            connection.Close();
        Assert.Contains("\"value\":null,\"previous\":5", (await events.UntilAsync("watch")).Data, StringComparison.Ordinal);
        hasPlace = true;
        await TellAsync("new-game");
        Assert.Contains("\"value\":5,\"previous\":null", (await events.UntilAsync("watch")).Data, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_number_of_watches_is_limited()
    {
        await Parallel.ForAsync(0, 4096, new ParallelOptions { MaxDegreeOfParallelism = 16 },
            async (i, _) => await SetWatchAsync($$"""{"address": "{{i}}"}"""));
        (await Client.AskForProblemAsync("POST", Path, """{"address": "1"}""")).Is(409, "too-many-watches", null, "4,096");
    }

    [Theory]
    [InlineData("""{"address": "*", "length": 4096}""", 64, "262,144")]
    [InlineData("""{"address": "[[[[[[[[*]]]]]]]]"}""", 128, "1,024")]
    public async Task The_bytes_and_pointers_of_all_watches_are_limited(string json, int max, string figure)
    {
        for (var i = 0; i < max; i++)
            await SetWatchAsync(json.Replace("*", $"{i}", StringComparison.Ordinal));
        (await Client.AskForProblemAsync("POST", Path, json.Replace("*", "9999", StringComparison.Ordinal)))
            .Is(409, "too-many-watches", null, figure);
        // The place of watch 1 again needs no more room. There is room once both watches of it are deleted.
        await SetWatchAsync(json.Replace("*", "0", StringComparison.Ordinal));
        await Client.DeleteAsync($"{Path}/1");
        await Client.DeleteAsync($"{Path}/{max + 1}");
        await SetWatchAsync(json.Replace("*", "9999", StringComparison.Ordinal));
    }
}
