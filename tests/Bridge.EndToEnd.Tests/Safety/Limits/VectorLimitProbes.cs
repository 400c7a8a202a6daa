namespace Bridge.EndToEnd.Tests.Safety.Limits;

/// <summary>
/// The limits of vectors. There is no such ROM and no such vector, which the bridge finds out after it has checked the numbers.
/// </summary>
internal static class VectorLimitProbes
{
    private const int NotFound = 404;

    public static IReadOnlyDictionary<string, Func<LimitProbe, Task>> All { get; } = new Dictionary<string, Func<LimitProbe, Task>>
    {
        ["games of a vector"] = probe => CreateAsync(probe, n => $$""" "count": {{n}} """),
        ["starts of a vector"] = probe => CreateAsync(probe, n => $$""" "count": 1, "starts": [{{LimitProbe.List(n, "null")}}]"""),
        ["frames of a vector's step"] = probe =>
            probe.RequestAsync("POST", _ => "/vectors/none/step", n => $$"""{"frames": {{n}}}""", NotFound),
        ["values that a vector's step reads of a game"] = probe => probe.RequestAsync(
            "PUT", _ => "/vectors/none/read", n => $$"""{"read": [{{LimitProbe.List(n, """{"address": "0x02000000"}""")}}]}""", NotFound),
    };

    private static Task CreateAsync(LimitProbe probe, Func<long, string> members) =>
        probe.RequestAsync("POST", _ => "/vectors", n => $$"""{"rom": "none.gba", {{members(n)}}}""", NotFound);
}
