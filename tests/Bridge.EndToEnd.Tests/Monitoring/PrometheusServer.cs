using System.Diagnostics;
using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Monitoring;

/// <summary>A Prometheus server that reads a bridge's metrics each half second.</summary>
internal sealed class PrometheusServer : IAsyncDisposable
{
    private readonly Process _process;
    private readonly HttpClient _client;

    private PrometheusServer(Process process, int port) =>
        (_process, _client) = (process, new HttpClient { BaseAddress = new Uri($"http://127.0.0.1:{port}") });

    public static async Task<PrometheusServer> StartAsync(string program, string folder, Uri bridge)
    {
        var configuration = Path.Combine(folder, "prometheus.yml");
        await File.WriteAllTextAsync(configuration, $$"""
            global: {scrape_interval: 500ms, scrape_timeout: 500ms}
            scrape_configs: [{job_name: bridge, static_configs: [{targets: ["{{bridge.Authority}}"]}]}]
            """);
        var port = FreePort.Take();
        var start = new ProcessStartInfo(program,
        [
            $"--config.file={configuration}", $"--storage.tsdb.path={Path.Combine(folder, "data")}",
            $"--web.listen-address=127.0.0.1:{port}", "--log.level=error",
        ]);
        return new PrometheusServer(Process.Start(start)!, port);
    }

    /// <summary>Waits until a query gives one series with this value.</summary>
    public Task ShowsAsync(string query, string value) => Eventually.HoldsAsync(
        async () => await AskAsync(query) == value, $"{query} is {value}");

    public async ValueTask DisposeAsync()
    {
        _process.Kill();
        await _process.WaitForExitAsync();
        _process.Dispose();
        _client.Dispose();
    }

    private async Task<string?> AskAsync(string query)
    {
        try
        {
            using var answer = JsonDocument.Parse(await _client.GetStringAsync($"/api/v1/query?query={Uri.EscapeDataString(query)}"));
            var series = answer.RootElement.GetProperty("data").GetProperty("result");
            return series.GetArrayLength() == 1 ? series[0].GetProperty("value")[1].GetString() : null;
        }
        catch (HttpRequestException)
        {
            // It doesn't listen yet, or isn't ready.
            return null;
        }
    }
}
