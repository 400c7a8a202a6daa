using System.Net;
using System.Net.Http.Headers;

namespace Bridge.Api.Tests.Server.Diagnostics;

/// <remarks>Starts the program as a process, so that its loaded files and meters are its own.</remarks>
public sealed class MetricsTests : IAsyncDisposable
{
    private const string Limited = "a-token-for-one-emulator";

    private static readonly string[] Expected =
    [
        "bridge_exchange_duration_seconds_bucket", "bridge_exchange_active", "bridge_exchange_queue_size_bytes",
        "bridge_exchange_ended_total", "bridge_exchange_failed_total", "bridge_connections", "bridge_connection_reconnects_total",
        "bridge_network_io_bytes_total", "bridge_emulator_status", "http_server_request_duration_seconds_count",
        "dotnet_gc_collections_total",
    ];

    private readonly FakeEmulator _fake = new() { Answers = AnswerAsync };

    public ValueTask DisposeAsync() => _fake.DisposeAsync();

    private static async Task<bool> AnswerAsync(FakeRequest request)
    {
        await request.ReplyAsync(["7"]);
        return true;
    }

    [Fact]
    public async Task No_instrument_has_a_listener_before_the_first_request_for_metrics()
    {
        await using var bridge = await StartAsync();
        using var client = new HttpClient { BaseAddress = bridge.Address };
        await Eventually.HoldsAsync(
            async () => (await client.GetJsonAsync("/health")).GetProperty("status").GetString() == "ready", "ready");
        await client.GetStringAsync("/emulators/default/memory/0x02000000");
        Assert.DoesNotContain("OpenTelemetry", await LoadedAsync(bridge), StringComparison.Ordinal);

        var first = await client.GetStringAsync("/metrics");
        Assert.Contains("OpenTelemetry", await LoadedAsync(bridge), StringComparison.Ordinal);
        Assert.DoesNotContain("bridge_exchange_duration_seconds", first, StringComparison.Ordinal);
        Assert.Contains("bridge_emulator_name=\"default\"", first, StringComparison.Ordinal);

        await client.GetStringAsync("/emulators/default/memory/0x02000000");
        string[] lines = [];
        // A request is measured after its response.
        await Eventually.HoldsAsync(async () =>
        {
            lines = (await client.GetStringAsync("/metrics")).Split('\n');
            return Expected.All(name => lines.Any(line => line.StartsWith($"{name}{{", StringComparison.Ordinal)));
        }, "all instruments are there");
        Assert.Contains(lines, line => line.StartsWith("bridge_exchange_duration_seconds_bucket{", StringComparison.Ordinal)
            && line.Contains("bridge_command=\"memory.get\"", StringComparison.Ordinal)
            && line.Contains("le=\"0.0001\"", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_token_that_is_limited_to_certain_emulators_is_refused()
    {
        await using var bridge = await StartAsync(
            $"--Bridge:Tokens:one:Value={Limited}", "--Bridge:Tokens:one:Emulators:0=default", "--Bridge:Tokens:one:Scopes:0=read");
        using var client = new HttpClient { BaseAddress = bridge.Address };
        client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", Limited);

        using var response = await client.GetAsync("/metrics");

        Assert.Equal(HttpStatusCode.Forbidden, response.StatusCode);
        Assert.Contains("The token one allows certain emulators only; this request needs all.",
            await response.Content.ReadAsStringAsync(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_bridge_in_a_fleet_adds_the_meters_of_the_fleet()
    {
        await using var bridge = await StartAsync("--Bridge:Fleet:Name=test", "--Bridge:Fleet:Host=h07",
            "--Bridge:Fleet:Address=http://127.0.0.1:1", "--Bridge:Fleet:Etcd:0=http://127.0.0.1:1",
            $"--Bridge:Fleet:Secret={new string('s', 32)}");
        using var client = new HttpClient { BaseAddress = bridge.Address };

        var fleet = (await client.GetJsonAsync("/meters")).GetProperty("fleet");
        var lines = (await client.GetStringAsync("/metrics")).Split('\n');

        Assert.Equal(0, fleet.GetProperty("created").GetInt64());
        Assert.True(fleet.GetProperty("engineAgeSeconds").GetDouble() >= 0);
        foreach (var name in (string[])["bridge_fleet_hosts", "bridge_fleet_slots", "bridge_fleet_free", "bridge_fleet_waiting",
            "bridge_fleet_created_total", "bridge_fleet_expired_total", "bridge_fleet_lost_total", "bridge_fleet_resyncs_total",
            "bridge_fleet_engine_age_seconds"])
            Assert.Contains(lines, line => line.StartsWith($"{name}{{", StringComparison.Ordinal));
        Assert.Contains(lines, line => line.Contains("bridge_fleet_host_state=\"lost\"", StringComparison.Ordinal));
    }

    [Fact]
    public async Task All_of_many_emulators_are_there()
    {
        await using var bridge = await StartAsync(ManyEmulators.Settings);
        using var client = new HttpClient { BaseAddress = bridge.Address };

        var lines = (await client.GetStringAsync("/metrics")).Split('\n');

        Assert.DoesNotContain(lines, line => line.Contains("otel_metric_overflow", StringComparison.Ordinal));
        Assert.All(ManyEmulators.Names, name => Assert.Contains(lines, line =>
            line.StartsWith("bridge_emulator_status{", StringComparison.Ordinal)
            && line.Contains($"bridge_emulator_name=\"{name}\",bridge_emulator_state=\"no-emulator\"", StringComparison.Ordinal)));
    }

    private async Task<BridgeProcess> StartAsync(params string[] settings)
    {
        var bridge = new BridgeProcess([$"--Bridge:Emulators:default:Port={_fake.Port}", .. settings]);
        await bridge.ListensAsync();
        return bridge;
    }

    // The files that are mapped into a Linux process, which include its assemblies.
    private static Task<string> LoadedAsync(BridgeProcess bridge) => File.ReadAllTextAsync($"/proc/{bridge.Id}/maps");
}
