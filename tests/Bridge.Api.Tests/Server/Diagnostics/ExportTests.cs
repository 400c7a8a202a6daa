using System.Net;
using System.Net.Sockets;

namespace Bridge.Api.Tests.Server.Diagnostics;

/// <remarks>Starts the program as a process, so that its loaded files, exports and output are its own.</remarks>
public sealed class ExportTests : IAsyncDisposable
{
    private readonly FakeEmulator _fake = new() { Answers = AnswerAsync };

    public ValueTask DisposeAsync() => _fake.DisposeAsync();

    private static async Task<bool> AnswerAsync(FakeRequest request)
    {
        await request.ReplyAsync(["7"]);
        return true;
    }

    [Theory]
    [InlineData("--Bridge:Telemetry:Endpoint=http://127.0.0.1:{0}", "--Bridge:Telemetry:Interval=00:00:01")]
    [InlineData("--Bridge:Telemetry:Endpoint=http://127.0.0.1:{0}/", "--Bridge:Telemetry:Interval=00:00:01")]
    public async Task Meters_and_traces_are_exported_to_the_collector(params string[] settings)
    {
        await using var collector = new OtlpReceiver();
        await collector.StartAsync();
        await using var bridge = await StartAsync(
            [.. settings.Select(setting => setting.Replace("{0}", $"{collector.Port}", StringComparison.Ordinal))]);
        using var client = new HttpClient { BaseAddress = bridge.Address };
        await RunsAsync(client);
        await client.GetStringAsync("/emulators/default/memory/0x02000000");

        foreach (var name in (string[])["bridge", "bridge.exchange.duration",
            "bridge.exchange.active", "bridge.exchange.queue.size", "bridge.connection.count",
            "bridge.connection.reconnects", "bridge.network.io", "bridge.emulator.frame_rate",
            "bridge.emulator.status", "bridge.emulator.name",
            "http.server.request.duration", "dotnet.gc.collections", "memory.get"])
            await Eventually.HoldsAsync(() => collector.Has("/v1/metrics", name), name);
        foreach (var name in (string[])["Microsoft.AspNetCore", "memory.get", "http.route",
            "/emulators/{emulator}/memory/{address}", "bridge.emulator.name"])
            await Eventually.HoldsAsync(() => collector.Has("/v1/traces", name), name);
    }

    [Fact]
    public async Task All_of_many_emulators_are_exported()
    {
        await using var collector = new OtlpReceiver();
        await collector.StartAsync();
        await using var bridge = await StartAsync(
            [$"--Bridge:Telemetry:Endpoint=http://127.0.0.1:{collector.Port}", "--Bridge:Telemetry:Interval=00:00:01",
                .. ManyEmulators.Settings]);

        await Eventually.HoldsAsync(() => collector.Has("/v1/metrics", ManyEmulators.Names[^1]), "the last one is exported");

        Assert.All(ManyEmulators.Names, name => Assert.True(collector.Has("/v1/metrics", name), name));
        Assert.False(collector.Has("/v1/metrics", "otel.metric.overflow"));
    }

    [Fact]
    public async Task No_exporter_is_loaded_without_configuration()
    {
        // As docker-compose.yml sets it without the profile.
        await using var bridge = await StartAsync("--Bridge:Telemetry:Endpoint=");
        using var client = new HttpClient { BaseAddress = bridge.Address };
        await RunsAsync(client);
        await client.GetStringAsync("/meters");
        Assert.DoesNotContain("OpenTelemetry", await LoadedAsync(bridge), StringComparison.Ordinal);

        await using var configured = await StartAsync("--Bridge:Telemetry:Endpoint=http://127.0.0.1:1");
        Assert.Contains("OpenTelemetry", await LoadedAsync(configured), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_collector_that_is_down_or_silent_delays_nothing(bool isThere)
    {
        using var hole = new TcpListener(IPAddress.Loopback, 0);
        hole.Start();
        var port = ((IPEndPoint)hole.LocalEndpoint).Port;
        if (!isThere)
            hole.Stop();
        await using var bridge = await StartAsync($"--Bridge:Telemetry:Endpoint=http://127.0.0.1:{port}",
            "--Bridge:Telemetry:Interval=00:00:01");
        using var client = new HttpClient { BaseAddress = bridge.Address };
        await RunsAsync(client);
        // More spans than their queue holds.
        await Parallel.ForAsync(0, 5000,
            async (_, token) => Assert.NotEmpty(await client.GetStringAsync("/emulators/default/memory/0x02000000", token)));
        var meters = (await client.GetJsonAsync("/meters")).GetProperty("emulators")[0].GetProperty("requests");
        Assert.Equal(0, meters.GetProperty("failed").GetInt64());

        ProcessSignals.Send(bridge.Id, ProcessSignals.Terminate);
        Assert.Equal(0, await bridge.EndsAsync());
        Assert.DoesNotContain("Exception", bridge.Output, StringComparison.Ordinal);
    }

    private async Task<BridgeProcess> StartAsync(params string[] settings)
    {
        var bridge = new BridgeProcess([$"--Bridge:Emulators:default:Port={_fake.Port}", .. settings]);
        await bridge.ListensAsync();
        return bridge;
    }

    private static Task RunsAsync(HttpClient client) => Eventually.HoldsAsync(
        async () => (await client.GetJsonAsync("/health")).GetProperty("status").GetString() == "ready", "ready");

    // The files that are mapped into a Linux process, which include its assemblies.
    private static Task<string> LoadedAsync(BridgeProcess bridge) => File.ReadAllTextAsync($"/proc/{bridge.Id}/maps");
}
