namespace Bridge.EndToEnd.Tests.Safety.Limits;

/// <summary>The limits of a history, its marks and its notes.</summary>
internal static class HistoryLimits
{
    private const string E = LimitProbe.Emulator;

    public static IReadOnlyDictionary<string, Func<LimitProbe, Task>> Probes { get; } = new Dictionary<string, Func<LimitProbe, Task>>
    {
        ["marks of a history"] = MarksAsync,
        ["letters of a mark's name"] = NameAsync,
        ["notes of an emulator"] = NotesAsync,
        ["letters of a note"] =
            probe => probe.RequestAsync("POST", _ => $"{E}/notes", n => $$"""{"text": "{{new string('é', (int)n)}}"}"""),
        // The game has not run for that long.
        ["seconds of a rewind"] = probe => probe.RequestAsync("POST", _ => $"{E}/rewind", n => $$"""{"seconds": {{n}}}""", atMost: 409),
    };

    private static async Task MarksAsync(LimitProbe probe)
    {
        var now = await HoldAsync(probe);
        var marked = (await probe.Client.GetJsonAsync($"{E}/history")).GetProperty("marks").GetArrayLength();
        for (var i = marked; i < probe.Max; i++)
            await probe.TakesAsync("POST", $"{E}/history/marks", $$"""{"name": "mark {{i}}"}""");
        await probe.RefusesAsync("POST", $"{E}/history/marks", """{"name": "one more"}""");
        await probe.TakesAsync("POST", $"{E}/history/marks", $$"""{"name": "mark {{probe.Max - 1}}"}""");
        // The next test needs room for its own marks.
        await ForgetAsync(probe, now);
    }

    private static async Task NameAsync(LimitProbe probe)
    {
        var now = await HoldAsync(probe);
        await probe.RequestAsync("POST", _ => $"{E}/history/marks", n => $$"""{"name": "{{new string('x', (int)n)}}"}""");
        await ForgetAsync(probe, now);
    }

    private static async Task NotesAsync(LimitProbe probe)
    {
        for (var i = 0; i <= probe.Max; i++)
            await probe.TakesAsync("POST", $"{E}/notes", $$"""{"text": "note {{i}}"}""");
        var notes = (await probe.Client.GetJsonAsync($"{E}/notes?limit={probe.Max}")).GetProperty("notes");
        Assert.Equal((probe.Max, "note 1"), (notes.GetArrayLength(), notes[0].GetProperty("text").GetString()));
    }

    // Freezes the game and returns its frame. Plays two frames, so that going back by one doesn't undo what the test before wrote.
    private static async Task<long> HoldAsync(LimitProbe probe)
    {
        await probe.TakesAsync("POST", $"{E}/frames/hold", """{"leaseSeconds": 60}""");
        await probe.TakesAsync("POST", $"{E}/frames/step", """{"frames": 2}""");
        return (await probe.Client.GetJsonAsync($"{E}/history")).GetProperty("now").GetInt64();
    }

    // Goes back by a frame, and another way from there, with a write: that drops the frame and the marks on it.
    private static async Task ForgetAsync(LimitProbe probe, long now)
    {
        await probe.TakesAsync("POST", $"{E}/rewind", $$"""{"toFrame": {{now - 1}}}""");
        await probe.TakesAsync("PUT", $"{E}/memory/0x02000404", """{"value": 1}""");
        await probe.TakesAsync("DELETE", $"{E}/frames/hold");
    }
}
