using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Safety.Limits;

/// <summary>The maximum work of one request to the game.</summary>
internal static class GameLimits
{
    private const string E = LimitProbe.Emulator;
    private const string Place = "\"address\": \"0x02000400\"";

    public static IReadOnlyDictionary<string, Func<LimitProbe, Task>> Probes { get; } = new Dictionary<string, Func<LimitProbe, Task>>
    {
        ["message of an echo in a query"] = probe => probe.RequestAsync("GET", n => $"/mgbaendpoint?message={new string('x', (int)n)}"),
        ["line for mGBA's console"] = probe =>
            probe.RequestAsync("POST", _ => $"{E}/console", n => $$"""{"message": "{{new string('x', (int)n)}}"}"""),
        ["range of memory that is read"] = ReadRangeAsync,
        ["operations of a batch"] = probe => BatchAsync(probe, n => LimitProbe.List(n, $$"""{"op": "read", {{Place}}}""")),
        ["bytes that a batch reads"] = probe => BatchAsync(probe, n => $$"""
            {"op": "read", "address": "0x03000000", "length": 1024}, {"op": "read", "address": "0x02000000", "length": {{n - 1024}}}
            """),
        ["bytes that a batch writes"] = probe =>
            BatchAsync(probe, n => $$"""{"op": "write", {{Place}}, "hex": "{{new string('0', 2 * (int)n)}}"}"""),
        ["places of a read"] = probe =>
            probe.RequestAsync("POST", _ => $"{E}/memory/read", n => $"[{LimitProbe.List(n, $$"""{{{Place}}}""")}]"),
        ["frames of a press, down"] = probe => PressAsync(probe, n => $"\"hold\": {n}"),
        ["frames of a press, up afterwards"] = probe => PressAsync(probe, n => $"\"release\": {n}"),
        ["steps of a sequence"] = probe =>
            SequenceAsync(probe, n => $$"""{"steps": [{{LimitProbe.List(n, "{\"wait\": 1}")}}], "wait": false}"""),
        ["repetitions of a sequence"] = probe =>
            SequenceAsync(probe, n => $$"""{"steps": [{"wait": 1}], "repeat": {{n}}, "wait": false}"""),
        ["frames of a sequence"] = probe => SequenceAsync(probe, n => $$"""{"steps": [{"wait": {{n - 1}}}, {"wait": 1}], "wait": false}"""),
        ["frames of a wait"] = probe => probe.RequestAsync("POST", _ => $"{E}/frames/wait",
            n => $$"""{"until": {"address": "0x02000000", "type": "u32", "is": "ge", "value": 0}, "timeoutFrames": {{n}}}"""),
        ["frames of a step"] = StepAsync,
        ["emulators of a step of many"] = probe =>
            probe.RequestAsync("POST", _ => "/emulators/step", n => $$"""{"emulators": [{{Names(n)}}]}"""),
        ["bytes of the pictures of an answer, as pixels"] = PicturesAsync,
        ["seconds of a frozen game without a renewal"] = HoldAsync,
        ["milliseconds of a lease on held buttons"] = LeaseAsync,
        ["key frames of a turn"] = KeyFramesAsync,
        ["memory searches of an emulator"] = SearchesAsync,
        ["breakpoints of an emulator"] = BreakpointsAsync,
        ["bytes of a breakpoint"] = BreakpointBytesAsync,
        ["seconds that a breakpoint stops the game"] = StopAsync,
        ["instructions of a step"] = InstructionsAsync,
        ["frames that are looked at"] = probe => probe.RequestAsync("GET", n => $"{E}/last-writer?address=0x02000400&frames={n}"),
        ["instructions of a trace"] = probe => probe.RequestAsync("GET", n => $"{E}/trace?lines={n}"),
        ["tiles of a picture"] = probe => probe.RequestAsync("GET", n => $"{E}/video/tiles?count={n}"),
        ["entries of a table of characters"] = probe =>
            TextAsync(probe, n => string.Join(',', Enumerable.Range(0, (int)n).Select(tile => $"\"{tile}\": \"A\""))),
        ["characters for a tile"] = probe => TextAsync(probe, n => $"\"1\": \"{new string('x', (int)n)}\""),
    };

    // The game has no range of that length, which is out-of-range. A length past the limit is refused before the script sees it.
    private static async Task ReadRangeAsync(LimitProbe probe)
    {
        Assert.Equal("out-of-range", await AnchorAsync(probe.Max));
        Assert.Equal("invalid-parameter", await AnchorAsync(probe.Max + 1));

        async Task<string> AnchorAsync(long length)
        {
            using var response = await probe.Client.GetAsync($"{E}/memory/0x02000000?length={length}");
            var (status, anchor, _) = await RunningGame.RefusalAsync(response);
            Assert.Equal(probe.Past, status);
            return anchor;
        }
    }

    private static Task BatchAsync(LimitProbe probe, Func<long, string> operations) =>
        probe.RequestAsync("POST", _ => $"{E}/batch", n => $$"""{"operations": [{{operations(n)}}]}""");

    private static async Task PressAsync(LimitProbe probe, Func<long, string> member)
    {
        await probe.RequestAsync("POST", _ => $"{E}/buttons/press", n => $$"""{"buttons": ["A"], {{member(n)}}, "wait": false}""");
        await probe.TakesAsync("DELETE", $"{E}/buttons");
    }

    private static async Task SequenceAsync(LimitProbe probe, Func<long, string> json)
    {
        await probe.RequestAsync("POST", _ => $"{E}/buttons/sequence", json);
        await probe.TakesAsync("DELETE", $"{E}/buttons");
    }

    // The longest step takes minutes; ending the hold interrupts it after it was accepted.
    private static async Task StepAsync(LimitProbe probe)
    {
        await probe.TakesAsync("POST", $"{E}/frames/hold", """{"leaseSeconds": 600}""");
        var longest = probe.Client.AskAsync("POST", $"{E}/frames/step", $$"""{"frames": {{probe.Max}}}""");
        await Eventually.HoldsAsync(async () => await probe.InFlightAsync() > 0 || longest.IsCompleted, "the step is in flight");
        await probe.RefusesAsync("POST", $"{E}/frames/step", $$"""{"frames": {{probe.Max + 1}}}""");
        await probe.TakesAsync("DELETE", $"{E}/frames/hold");
        using var response = await longest;
        Assert.Contains((await RunningGame.RefusalAsync(response)).Anchor, (string[])["interrupted", "cancelled"]);
    }

    // None of these emulators exists, which is a problem of each and not of the request.
    private static string Names(long count) => string.Join(", ", Enumerable.Range(1, (int)count).Select(i => $"\"none-{i}\""));

    private static async Task PicturesAsync(LimitProbe probe)
    {
        const int Side = 1024;
        var most = probe.Max / (Side * Side);
        string Body(long pictures) => $$"""
            {"emulators": [{{Names(pictures)}}], "screen": {"width": {{Side}}, "height": {{Side}}, "gray": true, "format": "raw"} }
            """;
        await probe.TakesAsync("POST", "/emulators/step", Body(most));
        await probe.RefusesAsync("POST", "/emulators/step", Body(most + 1));
    }

    private static async Task HoldAsync(LimitProbe probe)
    {
        await probe.RequestAsync("POST", _ => $"{E}/frames/hold", n => $$"""{"leaseSeconds": {{n}}}""");
        await probe.TakesAsync("DELETE", $"{E}/frames/hold");
    }

    private static async Task LeaseAsync(LimitProbe probe)
    {
        await probe.RequestAsync("PUT", _ => $"{E}/buttons", n => $$"""{"buttons": ["A"], "leaseMilliseconds": {{n}}}""");
        await probe.TakesAsync("DELETE", $"{E}/buttons");
    }

    // A turn with a key frame in each frame, of as many frames as the limit and of one more.
    private static async Task KeyFramesAsync(LimitProbe probe)
    {
        foreach (var (frames, pictures) in ((long, long)[])[(probe.Max, probe.Max), (probe.Max + 1, probe.Max)])
        {
            var turn = await probe.Client.AskForJsonAsync("POST", $"{E}/act", $$"""{"settle": {{frames}}, "keyFrames": 1}""");
            Assert.Equal(pictures, turn.GetProperty("keyFrames").GetArrayLength());
        }
    }

    // The picture of the game has no tiles, so an accepted table is a conflict.
    private static async Task TextAsync(LimitProbe probe, Func<long, string> entries)
    {
        // The game chooses the mode of its picture in its first frame; 3 to 5 have no tiles.
        await Eventually.HoldsAsync(async () =>
            (await probe.Client.GetJsonAsync($"{E}/memory/0x04000000?type=u16")).GetProperty("value").GetInt32() % 8 >= 3,
            "its picture has no tiles");
        await probe.RequestAsync("POST", _ => $"{E}/video/text", n => "{\"table\": {" + entries(n) + "}}", atMost: 409);
    }

    private static async Task BreakpointsAsync(LimitProbe probe)
    {
        const string New = $$"""{{{Place}}, "on": "write"}""";
        for (var i = 0; i < probe.Max; i++)
            await probe.TakesAsync("POST", $"{E}/breakpoints", New);
        await probe.RefusesAsync("POST", $"{E}/breakpoints", New);
        await probe.TakesAsync("DELETE", $"{E}/breakpoints");
    }

    private static async Task StopAsync(LimitProbe probe)
    {
        await probe.RequestAsync("POST", _ => $"{E}/breakpoints/stop", n => $$"""{"stopSeconds": {{n}}}""");
        await probe.TakesAsync("POST", $"{E}/breakpoints/continue");
    }

    private static async Task InstructionsAsync(LimitProbe probe)
    {
        await probe.TakesAsync("POST", $"{E}/breakpoints/stop");
        await probe.RequestAsync("POST", _ => $"{E}/breakpoints/step", n => $$"""{"instructions": {{n}}}""");
        using var ended = await probe.Client.AskAsync("POST", $"{E}/breakpoints/continue");
    }

    // As with a range: no memory of the game has that many bytes.
    private static async Task BreakpointBytesAsync(LimitProbe probe)
    {
        Assert.Equal("out-of-range", await AnchorAsync(probe.Max));
        Assert.Equal("invalid-parameter", await AnchorAsync(probe.Max + 1));

        async Task<string> AnchorAsync(long length)
        {
            using var response = await probe.Client.AskAsync(
                "POST", $"{E}/breakpoints", $$"""{{{Place}}, "on": "write", "length": {{length}}}""");
            var (status, anchor, _) = await RunningGame.RefusalAsync(response);
            Assert.Equal(probe.Past, status);
            return anchor;
        }
    }

    private static async Task SearchesAsync(LimitProbe probe)
    {
        const string New = "\"address\": \"0x02000000\", \"length\": 16, \"type\": \"u8\"";
        var ids = new List<int>();
        for (var i = 0; i < probe.Max; i++)
            ids.Add(await SearchAsync(New));
        // Using the first search makes the second one the least recently used, which the next new search replaces.
        Assert.Equal(ids[0], await SearchAsync($"\"id\": {ids[0]}"));
        await SearchAsync(New);
        await probe.TakesAsync("POST", $"{E}/memory/search", $$"""{"id": {{ids[1]}}, "is": "any"}""", status: 404);
        await probe.TakesAsync("DELETE", $"{E}/memory/search/{ids[0]}");

        async Task<int> SearchAsync(string what) =>
            (await probe.Client.AskForJsonAsync("POST", $"{E}/memory/search", $$"""{{{what}}, "is": "any"}"""))
                .GetProperty("id").GetInt32();
    }
}
