namespace Bridge.EndToEnd.Tests.Safety.Limits;

/// <summary>The limits of the tools for language models.</summary>
internal static class ToolLimits
{
    private const string Place = """{"address": "0x02000400"}""";
    private const string Write = """{"address": "0x02000400", "value": 1}""";
    private const string Guard = """{"address": "0x02000101", "equals": 1}""";

    public static IReadOnlyDictionary<string, Func<LimitProbe, Task>> Probes { get; } = new Dictionary<string, Func<LimitProbe, Task>>
    {
        ["presses of `game_act`"] = probe => CallAsync(probe, "game_act", n => $"\"press\": [{LimitProbe.List(n, "\"-1\"")}]"),
        ["frames that a tool waits"] = probe => CallAsync(probe, "game_wait", n => $$"""
            "until": {"address": "0x02000000", "type": "u32", "is": "changed"}, "timeoutFrames": {{n}}
            """),
        ["seconds of `game_freeze`"] = FreezeAsync,
        ["places of `memory_read`"] = probe => CallAsync(probe, "memory_read", n => $"\"places\": [{LimitProbe.List(n, Place)}]"),
        ["places that `game_act` reads"] = probe => CallAsync(probe, "game_act", n => $"\"read\": [{LimitProbe.List(n, Place)}]"),
        ["places that `game_look` reads"] = probe => CallAsync(probe, "game_look", n => $"\"read\": [{LimitProbe.List(n, Place)}]"),
        ["bytes of all ranges that a tool reads"] = probe => CallAsync(probe, "memory_read", n => $$"""
            "places": [{"address": "0x02000400", "length": {{n - 1}}}, {"address": "0x02000400", "length": 1}]
            """),
        ["registers of `memory_read`"] = probe => CallAsync(probe, "memory_read", n => $"\"registers\": [{LimitProbe.List(n, "\"pc\"")}]"),
        ["writes of `memory_write`"] = probe => CallAsync(probe, "memory_write", n => $"\"writes\": [{LimitProbe.List(n, Write)}]"),
        ["guards of `memory_write`"] = probe => CallAsync(probe, "memory_write", n =>
            $"\"writes\": [{Write}], \"onlyIf\": [{LimitProbe.List(n, Guard)}]"),
    };

    private static async Task FreezeAsync(LimitProbe probe)
    {
        await CallAsync(probe, "game_freeze", n => $"\"frozen\": true, \"seconds\": {n}");
        await probe.Client.CallToolAsync("game_freeze", """{"frozen": false}""");
    }

    private static async Task CallAsync(LimitProbe probe, string tool, Func<long, string> members)
    {
        var taken = await probe.Client.CallToolAsync(tool, $"{{{members(probe.Max)}}}");
        Assert.False(taken.IsError, taken.Texts[0]);
        var refused = await probe.Client.CallToolAsync(tool, $"{{{members(probe.Max + 1)}}}");
        Assert.True(refused.IsError, refused.Texts[0]);
        Assert.StartsWith($"{probe.PastWord}: ", refused.Texts[0], StringComparison.Ordinal);
    }
}
