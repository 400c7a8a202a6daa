using System.Text;
using System.Text.Json;
using Bridge.Testing.Zoo;

namespace Bridge.EndToEnd.Tests.Zoo;

/// <summary>Memory of the running game: values on the bus, and its domains.</summary>
internal static class ZooMemory
{
    public static async Task<long> ReadAsync(this HttpClient client, int address, string type = "u16") =>
        (await client.GetJsonAsync($"/emulators/default/memory/{address}?type={type}")).GetProperty("value").GetInt64();

    public static Task WriteAsync(this HttpClient client, int address, long value) =>
        client.AskForJsonAsync("PUT", $"/emulators/default/memory/{address}", $$"""{"value": {{value}}, "type": "u16"}""");

    /// <summary>Returns the names and sizes of the domains, as the bridge lists them.</summary>
    public static async Task<Dictionary<string, long>> DomainsAsync(this HttpClient client) =>
        (await client.GetJsonAsync("/emulators/default/memory")).GetProperty("domains").EnumerateArray()
            .ToDictionary(domain => domain.GetProperty("name").GetString()!, domain => domain.GetProperty("size").GetInt64());

    /// <summary>Reads the first and the last byte of each domain, in one frame.</summary>
    public static async Task<Dictionary<string, (byte First, byte Last)>> EndsAsync(this HttpClient client,
        IReadOnlyDictionary<string, long> domains)
    {
        var reads = domains.SelectMany(domain => new[] { Read(domain.Key, 0), Read(domain.Key, domain.Value - 1) });
        var answer = await client.AskForJsonAsync("POST", "/emulators/default/batch",
            $$"""{"operations": [{{string.Join(", ", reads)}}]}""");
        var bytes = answer.GetProperty("results").EnumerateArray().Select(result => result.GetProperty("value").GetByte()).Chunk(2);
        return domains.Keys.Zip(bytes).ToDictionary(pair => pair.First, pair => (pair.Second[0], pair.Second[1]));
    }

    /// <summary>Returns the wrong responses to reads past the end of each domain; empty if all are refused correctly.</summary>
    public static async Task<string> BeyondAsync(this HttpClient client, IReadOnlyDictionary<string, long> domains)
    {
        var wrong = new StringBuilder();
        foreach (var (name, size) in domains)
        {
            using var response = await client.GetAsync($"/emulators/default/memory/{size}?type=u8&domain={name}");
            var text = await response.Content.ReadAsStringAsync();
            if ((int)response.StatusCode != 400 || !JsonDocument.Parse(text).RootElement.GetProperty("type").GetString()!
                .EndsWith("#out-of-range", StringComparison.Ordinal))
                wrong.AppendLine($"{name} at {size}: {(int)response.StatusCode} {text}");
        }

        return wrong.ToString();
    }

    private static string Read(string domain, long offset) =>
        $$"""{"op": "read", "address": "{{offset}}", "type": "u8", "domain": "{{domain}}"}""";
}
