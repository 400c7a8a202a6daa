namespace Bridge.EndToEnd.Tests.Safety.Limits;

/// <summary>The limits of branches.</summary>
internal static class BranchLimitProbes
{
    // A condition that holds at once: the frames of its timeout count towards the limits, but don't run.
    private const string AtOnce = """ "until": {"address": "0x02000000", "is": "ge", "value": 0}, "timeoutFrames": """;

    public static IReadOnlyDictionary<string, Func<LimitProbe, Task>> All { get; } = new Dictionary<string, Func<LimitProbe, Task>>
    {
        ["branches of a request"] = probe => RunAsync(probe, n => LimitProbe.List(n, "{}")),
        ["frames of a branch"] = probe => RunAsync(probe, n => $$"""{{{AtOnce}} {{n - 1}}, "settle": 1}"""),
        ["frames of all branches"] = probe => RunAsync(
            probe, n => LimitProbe.List(n / 36000, $$"""{{{AtOnce}} 36000}""") + $$""", {{{AtOnce}} {{n % 36000}}}"""),
        ["conditions of a branch"] = probe => RunAsync(
            probe, n => $$$"""{"until": {"any": [{{{LimitProbe.List(n, """{"address": "0x02000000", "is": "ge", "value": 0}""")}}}]}}"""),
        ["bytes that all branches read"] = probe => RunAsync(
            probe, n => LimitProbe.List(n / 262144, Read(262144)) + (n % 262144 == 0 ? "" : "," + Read(n % 262144))),
    };

    private static Task RunAsync(LimitProbe probe, Func<long, string> branches) =>
        probe.RequestAsync("POST", _ => $"{LimitProbe.Emulator}/branches", n => $$"""{"branches": [{{branches(n)}}]}""");

    private static string Read(long length) => $$"""{"read": [{"address": "0x02000000", "length": {{length}}}]}""";
}
