using System.Diagnostics;
using System.Text;

namespace Bridge.EndToEnd.Tests.Monitoring;

/// <summary>
/// The real Prometheus, which tests/metrics/run.sh downloads; BRIDGE_PROMETHEUS names the folder of its programs.
/// </summary>
/// <remarks>The bridge is a process of its own, because meters are shared by all bridges of a process.</remarks>
public sealed class PrometheusTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const string NotDownloaded = "Prometheus is not downloaded; tests/metrics/run.sh downloads it";

    private static readonly string? Folder = Environment.GetEnvironmentVariable("BRIDGE_PROMETHEUS");

    private static string ProgramOrSkip(string name)
    {
        Assert.SkipWhen(Folder is not { Length: > 0 }, NotDownloaded);
        return Path.Combine(Folder!, name);
    }

    private async Task<BridgeProcess> StartAsync()
    {
        var bridge = new BridgeProcess([$"--Bridge:Emulators:default:Port={game.Emulator.Port}"]);
        await bridge.ListensAsync();
        return bridge;
    }

    [Fact]
    public async Task Promtool_finds_nothing_to_improve()
    {
        var start = new ProcessStartInfo(ProgramOrSkip("promtool"), ["check", "metrics"]);
        await using var bridge = await StartAsync();
        using var client = new HttpClient { BaseAddress = bridge.Address };
        await client.GetStringAsync("/metrics");
        await client.GetStringAsync("/mgbaendpoint?message=measured");
        var metrics = await client.GetStringAsync("/metrics");
        Assert.Contains("bridge_exchange_duration_seconds_bucket", metrics, StringComparison.Ordinal);

        var run = await FinishedProcess.RunAsync(start, Encoding.UTF8.GetBytes(metrics));

        Assert.Equal((0, ""), (run.ExitCode, run.All));
    }

    [Fact]
    public async Task The_server_shows_the_series()
    {
        var program = ProgramOrSkip("prometheus");
        var folder = Directory.CreateTempSubdirectory("bridge-prometheus-");
        try
        {
            await using var bridge = await StartAsync();
            using var client = new HttpClient { BaseAddress = bridge.Address };
            await using var server = await PrometheusServer.StartAsync(program, folder.FullName, bridge.Address);
            await server.ShowsAsync("up", "1");
            await server.ShowsAsync("""bridge_emulator_status{bridge_emulator_name="default",bridge_emulator_state="running"}""", "1");
            await client.GetStringAsync("/mgbaendpoint?message=measured");
            await server.ShowsAsync("""count(bridge_exchange_duration_seconds_bucket{bridge_command="echo",le="0.005"}) > bool 0""", "1");
            await server.ShowsAsync("""count(http_server_request_duration_seconds_count{http_route="/metrics"}) > bool 0""", "1");
            await server.ShowsAsync("sum(dotnet_gc_collections_total) > bool 0", "1");
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }
}
