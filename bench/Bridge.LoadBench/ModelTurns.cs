using System.Globalization;
using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text;

namespace Bridge.LoadBench;

/// <summary>
/// Compares turns by MCP with the same turns over HTTP, and a bridge whose MCP nobody uses with one that doesn't serve it.
/// </summary>
internal static class ModelTurns
{
    private const int Turns = 2_000;
    private const int WarmUp = 200;
    private const int Starts = 5;
    private const double IdleSeconds = 10;
    private const string Program = "bridge-native";
    private const string Version = "2026-07-28";
    private const string Disabled = "--Bridge:Mcp:Enabled=false";

    private static readonly MediaTypeHeaderValue Json = new("application/json");

    public static async Task RunAsync()
    {
        var disturbance = new BackgroundLoad();
        using (var system = NewSystem())
        {
            system.End();
            await system.BeginFastAsync([]);
            Console.WriteLine("| turn | POST …/act, p50 ms | game_act, p50 ms | more, ms | ratio | p99, ms | p99, ms |");
            Console.WriteLine("|---|---:|---:|---:|---:|---:|---:|");
            await CompareAsync(system, "with a picture", "\"screen\": true, \"scale\": 2", "\"screen\": \"end\"");
            await CompareAsync(system, "without one", "\"screen\": false", "\"screen\": \"none\"");
        }

        Console.WriteLine("\n| idle | resident, MiB | least to most | processor, % of a core |");
        Console.WriteLine("|---|---:|---:|---:|");
        var (with, without) = (new List<(double Resident, double Cores)>(), new List<(double Resident, double Cores)>());
        for (var i = 0; i < Starts; i++)
        {
            // Both at once, so that a busy machine disturbs both.
            var figures = await Task.WhenAll(IdleAsync(), IdleAsync(Disabled));
            with.Add(figures[0]);
            without.Add(figures[1]);
        }

        WriteIdle("MCP mapped and unused", with);
        WriteIdle("MCP not mapped", without);
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"\nMeanwhile other programs kept {disturbance.Cores:0.00} cores busy."));
    }

    private static SystemUnderTest NewSystem(params IEnumerable<string> options) =>
        new("mcp", idle: true, "shared", Program, isCompared: false, options: options);

    // One after the other, so that both meet the same machine.
    private static async Task CompareAsync(SystemUnderTest system, string name, string screen, string modelScreen)
    {
        using var client = new HttpClient { BaseAddress = new Uri(system.Address) };
        using (var held = await client.PostAsJsonAsync("/emulators/default/frames/hold", new { leaseSeconds = 600 }))
            held.EnsureSuccessStatusCode();
        var act = $$"""{"steps": [{"buttons": ["A"], "hold": 6, "release": 6}], "settle": 8, {{screen}}}""";
        var call = $$"""
            {
              "jsonrpc": "2.0", "id": 1, "method": "tools/call",
              "params": {
                "name": "game_act", "arguments": {"press": ["A"], {{modelScreen}} },
                "_meta": {"io.modelcontextprotocol/protocolVersion": "{{Version}}", "io.modelcontextprotocol/clientCapabilities": {} }
              }
            }
            """;
        var (direct, byModel) = (new List<double>(), new List<double>());
        for (var i = -WarmUp; i < Turns; i++)
        {
            var (http, mcp) = (await TimeAsync(client, NewAct(act)), await TimeAsync(client, NewCall(call)));
            if (i < 0)
                continue;
            direct.Add(http);
            byModel.Add(mcp);
        }

        var (p50, p50ByModel) = (Results.Median(direct), Results.Median(byModel));
        Console.WriteLine(InvariantText.Join(
            $"| {name} | {p50:0.000} | {p50ByModel:0.000} | {p50ByModel - p50:0.000} | {p50ByModel / p50:0.00} ",
            $"| {Results.Percentile(direct, 99):0.000} | {Results.Percentile(byModel, 99):0.000} |"));
    }

    private static HttpRequestMessage NewAct(string json) => new(HttpMethod.Post, "/emulators/default/act")
    {
        Content = new StringContent(json, Encoding.UTF8, Json),
    };

    private static HttpRequestMessage NewCall(string json)
    {
        var request = new HttpRequestMessage(HttpMethod.Post, "/mcp") { Content = new StringContent(json, Encoding.UTF8, Json) };
        request.Headers.Accept.ParseAdd("application/json");
        request.Headers.Accept.ParseAdd("text/event-stream");
        request.Headers.Add("MCP-Protocol-Version", Version);
        request.Headers.Add("Mcp-Method", "tools/call");
        request.Headers.Add("Mcp-Name", "game_act");
        return request;
    }

    /// <returns>Milliseconds.</returns>
    private static async Task<double> TimeAsync(HttpClient client, HttpRequestMessage request)
    {
        using (request)
        {
            var began = Clock.Now;
            using var response = await client.SendAsync(request);
            var took = Clock.Now - began;
            var text = await response.Content.ReadAsStringAsync();
            if (!response.IsSuccessStatusCode || text.Contains("isError", StringComparison.Ordinal))
                throw new InvalidOperationException($"{(int)response.StatusCode}: {text}");
            return 1000 * took;
        }
    }

    private static async Task<(double Resident, double Cores)> IdleAsync(params IEnumerable<string> options)
    {
        using var system = NewSystem(options);
        await system.BeginAsync();
        await Clock.WaitAsync(3);
        var (processor, from) = (system.Bridge.ProcessorTime, Clock.Now);
        await Clock.WaitAsync(IdleSeconds);
        return (system.Bridge.Footprint.Resident, (system.Bridge.ProcessorTime - processor).TotalSeconds / (Clock.Now - from));
    }

    private static void WriteIdle(string name, List<(double Resident, double Cores)> figures) => Console.WriteLine(InvariantText.Join(
        $"| {name} | {Results.Median(figures.Select(each => each.Resident)):0.0} ",
        $"| {figures.Min(each => each.Resident):0.0}–{figures.Max(each => each.Resident):0.0} ",
        $"| {100 * Results.Median(figures.Select(each => each.Cores)):0.00} |"));
}
