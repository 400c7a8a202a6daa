using static MgbaBridge.Tests.ToldHandler;

namespace MgbaBridge.Tests;

/// <summary>A stream sets its watches again after the bridge has lost them.</summary>
public sealed class WatchedStreamTests
{
    private const string Watches = "/emulators/default/watches";
    private const string Events = "/emulators/default/events?topics=watch";

    private const string Kept = """
        {"watches": [
          {"id": 3, "name": "lives", "address": "0x02000102", "type": "u16", "intervalFrames": 1, "temporary": true, "frame": 9},
          {"id": 4, "address": "0x02000010", "chain": "[0x02000008]+0x10", "length": 2, "hex": "0001", "intervalFrames": 5, "frame": 9}]}
        """;

    // Id 3 is another client's watch by now.
    private const string AfterRestart = """
        {"watches": [{"id": 3, "address": "0x02000200", "type": "u8", "value": 0, "intervalFrames": 1, "frame": 1}]}
        """;

    [Fact]
    public async Task Lost_watches_are_set_again_and_keep_their_ids()
    {
        using var told = new ToldHandler(
            Success(Kept), Success("", "text/event-stream"), Success(AfterRestart), Success("""{"id": 7}"""), Success("""{"id": 8}"""),
            Success("""
                event: watch
                id: b-1
                data: {"id":7,"name":"lives","address":"0x02000102","value":2,"previous":1,"frame":5}


                """.ReplaceLineEndings("\n"), "text/event-stream"));
        using var client = told.NewClient();
        Watch[] watches = [new(3, "lives", 1), new(4, null, null)];
        await using var events = (await client.Emulator().ConnectEventsAsync("watch", watches)).GetAsyncEnumerator();

        Assert.True(await events.MoveNextAsync().AsTask().WaitAsync(Eventually.Patience));

        Assert.Equal(("lives", 2, 3), (events.Current.Name, events.Current.Value.Number, events.Current.WatchId));
        Assert.Equal(
            [
                $"GET {Watches}", $"GET {Events}&watches=3,4", $"GET {Watches}", $"POST {Watches}", $"POST {Watches}",
                $"GET {Events}&watches=7,8&lastEventId=0",
            ],
            told.Paths);
        Assert.Equal("""{"address":"0x02000102","type":"u16","name":"lives","intervalFrames":1,"temporary":true}""", told.Bodies[3]);
        Assert.Equal("""{"address":"[0x02000008]\u002B0x10","length":2,"intervalFrames":5,"temporary":false}""", told.Bodies[4]);
    }

    [Fact]
    public async Task Watches_that_the_bridge_still_has_are_left_alone()
    {
        const string Gap = "event: gap\nid: a-1\ndata: {\"lost\":null}\n\n";
        using var told = new ToldHandler(
            Success(Kept), Success("", "text/event-stream"), Success(Kept), Success(Gap, "text/event-stream"));
        using var client = told.NewClient();
        await using var events = (await client.Emulator().ConnectEventsAsync("watch", [new(3, "lives", 1)])).GetAsyncEnumerator();

        Assert.True(await events.MoveNextAsync().AsTask().WaitAsync(Eventually.Patience));

        Assert.Equal("gap", events.Current.Topic);
        Assert.Equal($"GET {Events}&watches=3&lastEventId=0", told.Paths[^1]);
    }
}
