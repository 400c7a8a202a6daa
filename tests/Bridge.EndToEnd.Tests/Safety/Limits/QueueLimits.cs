using System.Net.Http.Headers;

namespace Bridge.EndToEnd.Tests.Safety.Limits;

/// <summary>The limits of what waits or is open at once: presses, waits, steps, watches, streams, tickets, requests.</summary>
internal static class QueueLimits
{
    private const string E = LimitProbe.Emulator;
    private const string Never = "\"until\": {\"address\": \"0x02000400\", \"is\": \"changed\"}, \"timeoutFrames\": 36000";

    public static IReadOnlyDictionary<string, Func<LimitProbe, Task>> Probes { get; } = new Dictionary<string, Func<LimitProbe, Task>>
    {
        ["presses and sequences in the game"] = PressesAsync,
        ["changes of held buttons that the game has not seen"] = ChangesAsync,
        ["waits in the game"] = probe => probe.QueueAsync(leaving => PostAsync(probe, "frames/wait", $$"""{{{Never}}}""", leaving)),
        ["of these for the picture"] = PictureWaitsAsync,
        ["turns waiting or running"] = probe => probe.QueueAsync(leaving => PostAsync(probe, "act", $$"""{{{Never}}}""", leaving)),
        ["steps or freezes waiting"] = StepsAsync,
        ["watches of an emulator"] = probe => WatchesAsync(probe, i => "\"address\": \"0x02000400\"", probe.Max),
        ["bytes of a watch"] = WatchAsync,
        ["bytes of all watches"] = probe => WatchesAsync(probe,
            i => i < probe.Max / 4096 ? $"\"address\": \"{0x02000000 + (4096 * i)}\", \"length\": 4096" : "\"address\": \"0x03000000\"",
            probe.Max / 4096),
        ["pointers of all watches"] = probe => WatchesAsync(probe, i => $"\"address\": \"[0x02000008]+{i}\"", probe.Max),
        ["conditions of the achievements of all watches"] = probe => WatchesAsync(probe,
            i => $"\"achievement\": \"0xH{i:x}=1\"", probe.Max),
        ["lines of a list that can't be watched"] = SkippedAsync,
        ["streams of an emulator's events"] = probe => probe.StreamsAsync($"{E}/events"),
        ["streams of a sound"] = probe => probe.StreamsAsync($"{E}/audio/stream"),
        ["seconds of a clip"] = probe => probe.RequestAsync("POST", _ => $"{E}/clips", n => $$"""{"seconds": {{n}}}"""),
        ["letters of a clip's text"] = probe =>
            probe.RequestAsync("POST", _ => $"{E}/clips", n => $$"""{"seconds": 0.1, "text": "{{new string('a', (int)n)}}"}"""),
        ["streams of a screen"] = probe => probe.StreamsAsync($"{E}/screen/stream"),
        ["tickets of an emulator"] = TicketsAsync,
        ["seconds of a ticket"] = probe =>
            probe.RequestAsync("POST", _ => $"{E}/tickets", n => $$"""{"for": "screen", "seconds": {{n}}}"""),
        ["requests in flight on a connection"] = InFlightAsync,
        ["bulk requests of an emulator"] = BulkAsync,
        ["bytes waiting to be sent on it, or in bulk requests"] = SendQueueAsync,
    };

    private static async Task<HttpResponseMessage> PostAsync(LimitProbe probe, string path, string json, CancellationToken leaving)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, $"{E}/{path}")
            { Content = new StringContent(json, new MediaTypeHeaderValue("application/json")) };
        return await probe.Client.SendAsync(request, leaving);
    }

    private static async Task SkippedAsync(LimitProbe probe)
    {
        foreach (var (lines, status) in ((long, int)[])[(probe.Max, 201), (probe.Max + 1, probe.Past)])
        {
            var text = string.Concat(Enumerable.Repeat("x\n", (int)lines)) + "20\tw\tu\t0\tEWRAM\tA\n";
            using var list = new ByteArrayContent(System.Text.Encoding.UTF8.GetBytes(text));
            list.Headers.ContentType = new MediaTypeHeaderValue("application/octet-stream");
            using var response = await probe.Client.PostAsync(new Uri($"{E}/watches/import", UriKind.Relative), list);
            Assert.True((int)response.StatusCode == status, $"{lines}: {await LimitProbe.BeginningOfAsync(response)}");
        }

        await probe.TakesAsync("DELETE", $"{E}/watches");
    }

    private static async Task PressesAsync(LimitProbe probe)
    {
        const string Press = """{"buttons": ["A"], "hold": 3600, "wait": false}""";
        for (var i = 0; i < probe.Max; i++)
            await probe.TakesAsync("POST", $"{E}/buttons/press", Press);
        await probe.RefusesAsync("POST", $"{E}/buttons/press", Press);
        await probe.TakesAsync("DELETE", $"{E}/buttons");
    }

    // While the game is held it sees no change.
    private static async Task ChangesAsync(LimitProbe probe)
    {
        await probe.TakesAsync("POST", $"{E}/frames/hold", """{"leaseSeconds": 600}""");
        for (var i = 0; i < probe.Max; i++)
            await probe.TakesAsync("PUT", $"{E}/buttons", Hold(i));
        await probe.RefusesAsync("PUT", $"{E}/buttons", Hold(probe.Max));
        // A call that changes nothing takes no slot, and a release is always accepted.
        await probe.TakesAsync("PUT", $"{E}/buttons", Hold(probe.Max - 1));
        await probe.TakesAsync("DELETE", $"{E}/buttons");
        await probe.TakesAsync("DELETE", $"{E}/frames/hold");

        static string Hold(long i) => $$"""{"buttons": ["{{(i % 2 == 0 ? "A" : "B")}}"]}""";
    }

    // With a forced blank (bit 7) in DISPCNT, the picture stays white, so a wait for another picture lasts.
    private static async Task PictureWaitsAsync(LimitProbe probe)
    {
        const string Display = $"{E}/memory/0x04000000";
        var before = (await probe.Client.GetJsonAsync($"{Display}?type=u16")).GetProperty("value").GetInt64();
        await probe.TakesAsync("PUT", Display, """{"value": 128, "type": "u16"}""");
        await probe.TakesAsync("POST", $"{E}/frames/wait", """{"frames": 3}""");
        await probe.QueueAsync(leaving =>
            PostAsync(probe, "frames/wait", """{"until": {"screen": "changed"}, "timeoutFrames": 36000}""", leaving));
        await probe.TakesAsync("PUT", Display, $$"""{"value": {{before}}, "type": "u16"}""");
    }

    private static async Task StepsAsync(LimitProbe probe)
    {
        await probe.TakesAsync("POST", $"{E}/frames/hold", """{"leaseSeconds": 600}""");
        // A step that runs doesn't count as waiting; before that it does. So it is sent first.
        var before = await FrameAsync();
        using var ending = new CancellationTokenSource();
        var running = StepAsync(ending.Token);
        await Eventually.HoldsAsync(async () => await FrameAsync() > before, "a step runs");
        await probe.QueueAsync(StepAsync);
        await ending.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => running);
        await probe.TakesAsync("DELETE", $"{E}/frames/hold");

        Task<HttpResponseMessage> StepAsync(CancellationToken leaving) => PostAsync(probe, "frames/step", """{"frames": 36000}""", leaving);

        async Task<long> FrameAsync() => (await probe.Client.GetJsonAsync($"{E}/frames/hold")).GetProperty("frame").GetInt64();
    }

    private static async Task WatchAsync(LimitProbe probe)
    {
        await probe.RequestAsync("POST", _ => $"{E}/watches", n => $$"""{"address": "0x02000000", "length": {{n}}}""");
        await probe.TakesAsync("DELETE", $"{E}/watches");
    }

    private static async Task WatchesAsync(LimitProbe probe, Func<long, string> place, long max)
    {
        await Parallel.ForEachAsync(Enumerable.Range(0, (int)max), new ParallelOptions { MaxDegreeOfParallelism = 16 },
            async (i, _) => await probe.TakesAsync("POST", $"{E}/watches", $$"""{{{place(i)}}}"""));
        await probe.RefusesAsync("POST", $"{E}/watches", $$"""{{{place(max)}}}""");
        await probe.TakesAsync("DELETE", $"{E}/watches");
    }

    private static async Task TicketsAsync(LimitProbe probe)
    {
        const string Ticket = """{"for": "screen"}""";
        var had = await CountAsync();
        for (var i = had; i < probe.Max; i++)
            await probe.TakesAsync("POST", $"{E}/tickets", Ticket);
        await probe.RefusesAsync("POST", $"{E}/tickets", Ticket);
        foreach (var ticket in (await probe.Client.GetJsonAsync($"{E}/tickets")).GetProperty("tickets").EnumerateArray())
            await probe.TakesAsync("DELETE", $"{E}/tickets/{ticket.GetProperty("id")}");
        Assert.Equal(0, await CountAsync());

        async Task<int> CountAsync() => (await probe.Client.GetJsonAsync($"{E}/tickets")).GetProperty("tickets").GetArrayLength();
    }

    // A bridge with one connection to a stopped game, and a long timeout before the game counts as paused.
    private static async Task WithStillGameAsync(LimitProbe probe, Func<HttpClient, Task> act)
    {
        await using var bridge = new BridgeHost(("Bridge:Emulators:default:Port", $"{probe.Game.Emulator.Port}"),
            ("Bridge:Emulators:default:Connections", "1"),
            ("Bridge:Emulators:default:PausedAfter", "00:00:30"), ("Bridge:Emulators:default:Deadline", "00:01:00"));
        await bridge.ReachesAsync("running");
        await probe.Game.Emulator.PauseAsync();
        try
        {
            await act(bridge.Client);
        }
        finally
        {
            probe.Game.Emulator.Resume();
        }

        await probe.Game.PlaysAsync();
    }

    private static Task InFlightAsync(LimitProbe probe) => WithStillGameAsync(probe, async client =>
    {
        // One of the requests in flight may be the bridge's own ping.
        var asked = Enumerable.Range(0, (int)probe.Max + 1).Select(_ => client.GetAsync("/mgbaendpoint?message=x")).ToArray();
        using var refused = await await Task.WhenAny(asked).WaitAsync(Eventually.Patience);
        probe.Refused(refused.StatusCode, await LimitProbe.BeginningOfAsync(refused));
        await Eventually.HoldsAsync(async () => (await client.GetJsonAsync(E)).GetProperty("connection").GetProperty("inFlight")
            .GetInt64() == probe.Max, "the maximum is in flight");
        Assert.InRange(asked.Count(request => !request.IsCompleted), (int)probe.Max - 2, (int)probe.Max);
    });

    private static Task BulkAsync(LimitProbe probe) => WithStillGameAsync(probe, async client =>
    {
        var asked = Enumerable.Range(0, (int)probe.Max + 1).Select(_ => client.GetAsync($"{E}/memory/0x02000000?length=262144")).ToArray();
        using var refused = await await Task.WhenAny(asked).WaitAsync(Eventually.Patience);
        probe.Refused(refused.StatusCode, await LimitProbe.BeginningOfAsync(refused));
        Assert.Equal(probe.Max, asked.Count(request => !request.IsCompleted));
    });

    // Bytes in the kernel's buffers don't count as waiting, so more than the limit is accepted.
    private static Task SendQueueAsync(LimitProbe probe) => WithStillGameAsync(probe, async client =>
    {
        const int Length = 1024 * 1024;
        var sent = Enumerable.Range(0, 64).Select(_ => client.PutAsync($"{E}/memory/0x02000400",
            new ByteArrayContent(new byte[Length]) { Headers = { ContentType = new MediaTypeHeaderValue("application/octet-stream") } }))
            .ToArray();
        using var refused = await await Task.WhenAny(sent).WaitAsync(Eventually.Patience);
        probe.Refused(refused.StatusCode, await LimitProbe.BeginningOfAsync(refused));
        Assert.True(sent.Count(request => !request.IsCompleted) >= probe.Max / Length, "fewer requests than the limit were accepted");
    });
}
