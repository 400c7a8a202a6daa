using System.Globalization;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Safety.Limits;

/// <summary>The limits of symbols and structures.</summary>
internal static class SymbolLimits
{
    private const string Types = $"{LimitProbe.Emulator}/symbols/types";

    public static IReadOnlyDictionary<string, Func<LimitProbe, Task>> Probes { get; } = new Dictionary<string, Func<LimitProbe, Task>>
    {
        ["symbols of a game"] = SymbolsAsync,
        ["letters of a symbol"] = LettersAsync,
        ["letters of a structure's or a field's name"] = probe => probe.RequestAsync("PUT", _ => Types, NamedType),
        ["structures in one another"] = probe => probe.RequestAsync("PUT", _ => Types, Nested),
        ["bytes of a structure that is read"] = probe => StructureAsync(probe, n => $$"""{"size": {{n}}, "fields": {} }"""),
        // The structure itself counts.
        ["values of a structure that is read"] = probe => StructureAsync(
            probe, n => $$"""{"size": {{n}}, "fields": {"all": {"at": 0, "type": "u8", "count": {{n - 1}} } } }"""),
    };

    private static async Task SymbolsAsync(LimitProbe probe)
    {
        using var taken = await StoreAsync(probe, Lines(probe.Max));
        Assert.Equal(200, (int)taken.StatusCode);
        using var refused = await StoreAsync(probe, Lines(probe.Max + 1));
        probe.Refused(refused.StatusCode, await LimitProbe.BeginningOfAsync(refused));
        await probe.TakesAsync("DELETE", $"{LimitProbe.Emulator}/symbols");
    }

    private static async Task LettersAsync(LimitProbe probe)
    {
        Assert.Equal("left out", probe.PastWord);
        var longest = new string('n', (int)probe.Max);
        using var taken = await StoreAsync(probe, $"02000000 {longest}\n02000001 {longest}n\n");
        var stored = JsonDocument.Parse(await taken.Content.ReadAsStringAsync()).RootElement;
        Assert.Equal((1, 1), (stored.GetProperty("count").GetInt32(), stored.GetProperty("skipped").GetInt32()));
        await probe.TakesAsync("DELETE", $"{LimitProbe.Emulator}/symbols");
    }

    private static string NamedType(long letters) =>
        $$"""{"types": {"{{new string('n', (int)letters)}}": {"size": 1, "fields": {} } } }""";

    private static string Nested(long count)
    {
        var last = $$""" "T{{count}}": {"size": 1, "fields": {} } """;
        var others = Enumerable.Range(1, (int)count - 1)
            .Select(i => $$""" "T{{i}}": {"size": 1, "fields": {"t": {"at": 0, "type": "T{{i + 1}}"} } }, """);
        return $$"""{"types": { {{string.Concat(others)}} {{last}} } }""";
    }

    private static async Task StructureAsync(LimitProbe probe, Func<long, string> type)
    {
        const string Read = $"{LimitProbe.Emulator}/structures/0x02000000?type=T";
        await probe.TakesAsync("PUT", Types, $$"""{"types": {"T": {{type(probe.Max)}} } }""");
        await probe.TakesAsync("GET", Read);
        await probe.TakesAsync("PUT", Types, $$"""{"types": {"T": {{type(probe.Max + 1)}} } }""");
        await probe.RefusesAsync("GET", Read);
        await probe.TakesAsync("DELETE", Types);
    }

    private static string Lines(long count) => string.Concat(
        Enumerable.Range(0, (int)count).Select(i => string.Create(CultureInfo.InvariantCulture, $"{0x02000000 + i:X8} s{i}\n")));

    private static async Task<HttpResponseMessage> StoreAsync(LimitProbe probe, string text)
    {
        using var content = new ByteArrayContent(Encoding.ASCII.GetBytes(text))
            { Headers = { ContentType = new MediaTypeHeaderValue("application/octet-stream") } };
        return await probe.Client.PutAsync(new Uri($"{LimitProbe.Emulator}/symbols", UriKind.Relative), content);
    }
}
