using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Lifecycle;

/// <summary>Event streams across pauses, shutdowns and restarts of either side.</summary>
public sealed class EventLossTests : IAsyncLifetime
{
    private readonly RealEmulator _emulator = new();

    public async ValueTask InitializeAsync() => await _emulator.StartAsync();

    public ValueTask DisposeAsync() => _emulator.DisposeAsync();

    private static async Task<int> WatchAsync(HttpClient client)
    {
        using var response = await client.AskAsync("POST", "/emulators/default/watches",
            """{"address": "0x02000000", "type": "u32", "intervalFrames": 5}""");
        return JsonDocument.Parse(await response.Content.ReadAsStringAsync()).RootElement.GetProperty("id").GetInt32();
    }

    [Fact]
    public async Task An_emulator_that_is_killed_and_started_again_is_subscribed_to_again_and_its_watches_are_set()
    {
        await using var bridge = new BridgeHost(("Bridge:Emulators:default:Port", $"{_emulator.Port}"));
        await bridge.ReachesAsync("running");
        var watch = await WatchAsync(bridge.Client);
        using var events = await LiveEvents.OpenAsync(bridge.Client, $"?topics=state,buttons,watch&watches={watch}");
        await events.UntilAsync("watch");
        for (var life = 0; life < 2; life++)
        {
            await _emulator.KillAsync();
            await events.UntilAsync(live => live is { Topic: "state", Data: """{"state":"no-emulator"}""" });
            await _emulator.StartAsync();
            // The first connection to recover need not be the one that sends events.
            await events.UntilAllAsync(
                live => live is { Topic: "state", Data: """{"state":"running"}""" },
                live => live is { Topic: "gap", Data: """{"lost":null}""" });
            // Counted from the start of the new emulator.
            await events.UntilAsync(live => live.Topic == "watch" && live.Json.GetProperty("value").GetInt64() > 20);
            await bridge.Client.AskForJsonAsync("POST", "/emulators/default/buttons/press", """{"buttons": ["A"], "hold": 3}""");
            await events.UntilAsync(live => live.Topic == "buttons" && live.Data.Contains("[\"A\"]", StringComparison.Ordinal));
        }
    }

    [Fact]
    public async Task A_pause_is_reported_and_loses_nothing()
    {
        await using var bridge = new BridgeHost(("Bridge:Emulators:default:Port", $"{_emulator.Port}"));
        await bridge.ReachesAsync("running");
        using var events = await LiveEvents.OpenAsync(bridge.Client, "?topics=frame,state");
        var last = (await events.UntilAsync("frame")).Json.GetProperty("frame").GetInt64();
        _emulator.Pause();
        var states = new List<string>();
        while (states.Count < 2)
        {
            var live = (await events.ReadAsync(1))[0];
            if (live.Topic == "frame")
            {
                Assert.Equal(++last, live.Json.GetProperty("frame").GetInt64());
                continue;
            }

            states.Add(live.Json.GetProperty("state").GetString()!);
            if (states is ["paused"])
                _emulator.Resume();
        }

        Assert.Equal(["paused", "running"], states);
        Assert.Equal(last + 1, (await events.UntilAsync("frame")).Json.GetProperty("frame").GetInt64());
    }

    [Fact]
    public async Task Open_streams_end_gracefully_with_the_program()
    {
        await using var bridge = new BridgeProcess($"--Bridge:Emulators:default:Port={_emulator.Port}");
        await bridge.ListensAsync();
        using var client = new HttpClient { BaseAddress = bridge.Address };
        await client.IsReadyAsync();
        await WatchAsync(client);
        using var frames = await LiveEvents.OpenAsync(client, "?topics=frame,watch");
        using var quiet = await LiveEvents.OpenAsync(client, "?topics=game");
        await frames.ReadAsync(10);

        ProcessSignals.Send(bridge.Id, ProcessSignals.Terminate);
        while (await frames.ReadAsync() is not null)
        {
            // Events that were sent before the end.
        }

        Assert.Null(await quiet.ReadAsync());
        Assert.Equal(0, await bridge.EndsAsync());
    }

    [Fact]
    public async Task A_host_that_calls_once_a_frame_reports_the_same()
    {
        await using var stock = new RealEmulator(RealEmulator.ButtonTest, "--no-idle");
        await stock.StartAsync();
        await using var bridge = new BridgeHost(("Bridge:Emulators:default:Port", $"{stock.Port}"));
        await bridge.ReachesAsync("running");
        using var events = await LiveEvents.OpenAsync(bridge.Client, "?topics=frame,buttons,watch");
        var frames = (await events.ReadAsync(30)).Select(live => live.Json.GetProperty("frame").GetInt64()).ToArray();
        Assert.Equal(Enumerable.Range(0, 30).Select(frame => frames[0] + frame), frames);
        await WatchAsync(bridge.Client);
        await events.UntilAsync("watch");
        var press = await bridge.Client.AskForJsonAsync("POST", "/emulators/default/buttons/press", """{"buttons": ["B"], "hold": 3}""");
        Assert.Equal(press.GetProperty("pressedAt").GetInt64(), (await events.UntilAsync("buttons")).Json.GetProperty("frame").GetInt64());
    }
}
