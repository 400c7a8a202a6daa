using Bridge.Api.Features.Events;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Bridge.Api.Tests.Features.Events;

public sealed class EventStreamTests : EventBridge
{
    [Fact]
    public async Task Every_event_matches_the_documentation()
    {
        var watch = await SetWatchAsync("""{"address": "0x02000004", "type": "u16", "name": "score"}""");
        var range = await SetWatchAsync("""{"address": "[0x02000008]+0x10", "length": 2}""");
        using var events = await LiveEvents.OpenAsync(Client, "?topics=frame,buttons,reset,game,state,watch,rewound,marked");
        Assert.Equal("frame,buttons,reset", Topics);
        await TellAsync("frame");
        await TellAsync("keys", "513");
        await TellAsync("reset", "1800");
        await TellAsync("rewound", "1900", "1800");
        await TellAsync("marked", "1800", "the boss");
        await TellAsync("watch", $"{watch}", "7");
        await TellAsync("watch", [$"{range}", "2", "33554704"], [0xAB, 0x01]);
        await TellAsync("watch", $"{range}", ""); // the empty argument
        await TellAsync("watch", [$"{range}", "2", "33554704"], [0xAB, 0x02]);
        await TellAsync("lost", "12");
        await TellAsync("something-new", "1", "2");
        await TellAsync("frame");
        Assert.Equal(
            [
                """frame {"frame":1834}""", """buttons {"down":["A","L"],"frame":1834}""", """reset {"frame":1834,"before":1800}""",
                """rewound {"now":1800,"before":1900,"frame":1834}""", """marked {"name":"the boss","at":1800,"frame":1834}""",
                $$"""watch {"id":{{watch}},"name":"score","address":"0x02000004","value":7,"previous":5,"frame":1834}""",
                $$"""watch {"id":{{range}},"address":"0x02000110","hex":"ab01","previous":"","frame":1834}""",
                $$"""watch {"id":{{range}},"address":null,"hex":null,"previous":"ab01","frame":1834}""",
                $$"""watch {"id":{{range}},"address":"0x02000110","hex":"ab02","previous":null,"frame":1834}""",
                """gap {"lost":12}""", """frame {"frame":1834}""",
            ], (await events.ReadAsync(11)).Select(live => live.ToString()));
    }

    [Fact]
    public async Task State_and_game_changes_are_sent_by_the_bridge()
    {
        using var events = await LiveEvents.OpenAsync(Client);
        Assert.Equal("buttons,reset", Topics);
        Fake.AnswersPing = false;
        Assert.Equal("""state {"state":"paused"}""", $"{await events.ReadAsync()}");
        Fake.AnswersPing = true;
        for (var connection = 0; connection < 2; connection++)
            await (await Fake.NextRequestAsync("ping")).ReplyAsync();
        Assert.Equal("""state {"state":"running"}""", $"{await events.ReadAsync()}");
        Fake.Facts = [.. Fake.Facts.Select(fact => fact.Replace("title=BUTTONTEST", "title=OTHER", StringComparison.Ordinal))];
        await TellAsync("new-game");
        Assert.Equal("""game {"game":{"title":"OTHER","code":"ABTE","platform":"GBA","model":"AGB","crc32":"0x1A2B3C4D","size":"""
            + """4096,"file":null,"save":null,"patch":null},"frame":1834}""", $"{await events.ReadAsync()}");
        await TellAsync("new-game");
        Assert.Equal("game", (await events.ReadAsync())!.Topic);
        Fake.Frame = -1;
        await TellAsync("no-game");
        Assert.Equal(["""state {"state":"no-game"}""", """game {"game":null,"frame":-1}"""],
            (await events.ReadAsync(2)).Select(live => live.ToString()));
        Fake.Frame = 10;
        Assert.Equal(["state", "game"], (await events.ReadAsync(2)).Select(live => live.Topic));
    }

    [Fact]
    public async Task A_client_gets_only_its_topics_and_the_script_is_subscribed_to_no_others()
    {
        var (one, other) = (await SetWatchAsync("""{"address": "0"}"""), await SetWatchAsync("""{"address": "1"}"""));
        using var watches = await LiveEvents.OpenAsync(Client, $"?topics=watch&watches={other}");
        Assert.Equal("", Topics);
        using var buttons = await LiveEvents.OpenAsync(Client, "?topics=Buttons");
        Assert.Equal("buttons", Topics);
        await TellAsync("watch", $"{one}", "6");
        await TellAsync("keys", "1");
        await TellAsync("watch", $"{other}", "6");
        await TellAsync("keys", "0");
        Assert.Equal(other, (await watches.ReadAsync())!.Json.GetProperty("id").GetInt32());
        Assert.Equal([1, 0], (await buttons.ReadAsync(2)).Select(live => live.Json.GetProperty("down").GetArrayLength()));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_client_that_reconnects_gets_the_events_it_has_missed(bool asHeader)
    {
        string id;
        using (var before = await LiveEvents.OpenAsync(Client, "?topics=buttons"))
        {
            await TellAsync("keys", "1");
            id = (await before.ReadAsync())!.Id;
        }

        await TellAsync("keys", "2");
        await TellAsync("keys", "4");
        using var again = asHeader
            ? await LiveEvents.OpenAsync(Client, "?topics=buttons&lastEventId=old-1", id)
            : await LiveEvents.OpenAsync(Client, $"?topics=buttons&lastEventId={id}");
        Assert.Equal(["B", "Select"], (await again.ReadAsync(2)).Select(live => live.Json.GetProperty("down")[0].GetString()));
        Assert.Single(Fake.Commands, request => request.Command == "events.subscribe");
    }

    [Theory]
    [InlineData("?topics=buttons&lastEventId=another-7", null)]
    [InlineData("?topics=buttons&lastEventId=nonsense", null)]
    [InlineData("?topics=buttons", "another-7")]
    public async Task An_unknown_id_gives_a_gap_event(string query, string? header)
    {
        using var events = await LiveEvents.OpenAsync(Client, query, header);
        Assert.Equal("""gap {"lost":null}""", $"{await events.ReadAsync()}");
        await TellAsync("keys", "1");
        Assert.Equal("buttons", (await events.ReadAsync())!.Topic);
    }

    [Fact]
    public async Task An_id_that_is_too_old_gives_the_number_of_lost_events()
    {
        using var before = await LiveEvents.OpenAsync(Client, "?topics=frame,buttons");
        await TellAsync("frame");
        var id = (await before.ReadAsync())!.Id;
        for (var i = 0; i < EventFeed.Capacity + 5; i++)
            await TellAsync("frame");
        await TellAsync("lost", "1");
        await before.UntilAsync(live => live is { Topic: "gap", Data: """{"lost":1}""" });
        using var again = await LiveEvents.OpenAsync(Client, "?topics=buttons", id);
        Assert.Equal("""gap {"lost":6}""", $"{await again.ReadAsync()}");
        Assert.Equal("""gap {"lost":1}""", $"{await again.ReadAsync()}");
    }

    [Fact]
    public async Task A_topic_without_subscribers_gives_a_gap()
    {
        string id;
        using (var frames = await LiveEvents.OpenAsync(Client, "?topics=frame"))
        {
            await TellAsync("frame");
            id = (await frames.ReadAsync())!.Id;
        }

        using var again = await LiveEvents.OpenAsync(Client, "?topics=frame,buttons", id);
        Assert.Equal("""gap {"lost":null}""", $"{await again.ReadAsync()}");
    }

    [Fact]
    public async Task Subscriptions_and_watches_are_set_again_over_a_new_connection()
    {
        var watch = await SetWatchAsync("""{"address": "0x02000004", "type": "u16", "intervalFrames": 7}""");
        var same = await SetWatchAsync("""{"address": "0x02000020"}""");
        using var events = await LiveEvents.OpenAsync(Client);
        Fake.Stop();
        Assert.Equal("""state {"state":"no-emulator"}""", $"{await events.UntilAsync("state")}");
        Watches.Clear();
        Shows = request => ([request.Arguments[1] == "33554436" ? "9" : "5"], []);
        Fake.StartListening();
        var rest = new List<LiveEvent>();
        while (!rest.Any(live => live.Topic == "watch"))
            rest.AddRange(await events.ReadAsync(1));
        Assert.Equal("""gap {"lost":null}""", $"{rest.Single(live => live.Topic == "gap")}");
        Assert.Equal($$"""watch {"id":{{watch}},"address":"0x02000004","value":9,"previous":5,"frame":1834}""", $"{rest[^1]}");
        await Eventually.HoldsAsync(() => Watches.Count == 2);
        Assert.Equal(["33554436 u16  7", "33554464 u8  1"], Watches.Values.Order());
        Assert.Equal("buttons,reset", Topics);
        await TellAsync("watch", "2", "6");
        Assert.Equal(same, (await events.UntilAsync("watch")).Json.GetProperty("id").GetInt32());
    }

    [Fact]
    public async Task A_stream_can_begin_before_the_emulator_is_connected()
    {
        Fake.Stop();
        await Bridge.ReachesAsync("no-emulator");
        using var events = await LiveEvents.OpenAsync(Client);
        Fake.StartListening();
        Assert.Equal("""state {"state":"running"}""", $"{await events.UntilAsync("state")}");
        await Eventually.HoldsAsync(() => Topics == "buttons,reset");
    }

    [Fact]
    public async Task A_stream_can_begin_while_the_game_is_paused()
    {
        (Fake.AnswersPing, Fake.AnswersInfo) = (false, false);
        await Bridge.ReachesAsync("paused");
        Fake.Answers = _ => Task.FromResult(false);
        using var events = await LiveEvents.OpenAsync(Client);
        var subscription = await Fake.NextRequestAsync("events.subscribe");
        await subscription.ReplyAsync();
        await subscription.Connection.ReplyAsync(0, "keys", ["1"], []);
        await events.UntilAsync("buttons");
    }

    [Fact]
    public async Task Clients_that_disconnect_do_not_disturb_another()
    {
        using var one = await LiveEvents.OpenAsync(Client, "?topics=buttons");
        var many = new List<LiveEvents>();
        for (var i = 0; i < 20; i++)
            many.Add(await LiveEvents.OpenAsync(Client, "?topics=reset"));
        many.ForEach(events => events.Dispose());
        await TellAsync("keys", "1");
        Assert.Equal("buttons", (await one.ReadAsync())!.Topic);
    }

    [Fact]
    public async Task A_slow_reader_loses_the_oldest_events_without_using_more_memory()
    {
        using var slow = await LiveEvents.OpenAsync(Client, "?topics=watch");
        using var quick = await LiveEvents.OpenAsync(Client, "?topics=reset");
        var watch = await SetWatchAsync("""{"address": "0", "length": 4096}""");
        var payload = new byte[4096];
        // 20 MB of events: more than the buffers of the kernel, of Kestrel and of the ring hold together.
        for (var i = 0; i < 1200; i++)
        {
            BitConverter.TryWriteBytes(payload, i);
            await TellAsync("watch", [$"{watch}", "4096"], payload);
        }

        await TellAsync("reset", "1");
        await quick.UntilAsync("reset");
        var (lost, read, last) = (0L, 0, -1);
        while (last < 1199)
        {
            var live = (await slow.ReadAsync(1))[0];
            if (live.Topic == "gap")
            {
                lost += live.Json.GetProperty("lost").GetInt64();
                continue;
            }

            var number = BitConverter.ToInt32(Convert.FromHexString(live.Json.GetProperty("hex").GetString()![..8]));
            Assert.True(number > last);
            (last, read) = (number, read + 1);
        }

        Assert.True(lost > 0, "The client lost no event, so it was not slow.");
        Assert.InRange(read + lost, 1200, 1201);
    }

    [Fact]
    public async Task A_stream_ends_gracefully_with_the_bridge()
    {
        using var events = await LiveEvents.OpenAsync(Client, "?topics=buttons");
        await TellAsync("keys", "1");
        await events.ReadAsync();
        Bridge.Services.GetRequiredService<IHostApplicationLifetime>().StopApplication();
        while (await events.ReadAsync() is not null)
        {
            // Events that were sent before the end.
        }
    }
}
