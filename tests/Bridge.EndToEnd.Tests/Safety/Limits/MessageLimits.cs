namespace Bridge.EndToEnd.Tests.Safety.Limits;

/// <summary>The limits of messages to the player.</summary>
internal static class MessageLimits
{
    private const string E = LimitProbe.Emulator;

    public static IReadOnlyDictionary<string, Func<LimitProbe, Task>> Probes { get; } = new Dictionary<string, Func<LimitProbe, Task>>
    {
        ["letters of a message"] =
            probe => probe.RequestAsync("POST", _ => $"{E}/messages", n => $$"""{"text": "{{new string('é', (int)n)}}"}"""),
        ["frames of a message"] =
            probe => probe.RequestAsync("POST", _ => $"{E}/messages", n => $$"""{"text": "a", "frames": {{n}}}"""),
        ["messages in the picture"] = MessagesAsync,
    };

    private static async Task MessagesAsync(LimitProbe probe)
    {
        await probe.TakesAsync("POST", $"{E}/frames/hold", """{"leaseSeconds": 60}""");
        await probe.TakesAsync("POST", $"{E}/messages", """{"text": "the oldest one", "frames": 3600}""");
        var before = await probe.Client.GetByteArrayAsync($"{E}/screen");
        for (var i = 0; i < probe.Max; i++)
            await probe.TakesAsync("POST", $"{E}/messages", """{"text": "message", "frames": 60}""");
        var full = await probe.Client.GetByteArrayAsync($"{E}/screen");
        Assert.NotEqual(before, full);
        await probe.TakesAsync("POST", $"{E}/messages", """{"text": "message", "frames": 60}""");
        Assert.Equal(full, await probe.Client.GetByteArrayAsync($"{E}/screen"));
        await probe.TakesAsync("DELETE", $"{E}/frames/hold");
    }
}
