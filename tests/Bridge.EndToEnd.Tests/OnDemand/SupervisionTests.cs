using Bridge.Testing;
using Bridge.Testing.Http;

namespace Bridge.EndToEnd.Tests.OnDemand;

/// <summary>What the bridge does with created emulators whose lease ends, or whose process dies.</summary>
public sealed class SupervisionTests(OnDemandBridge bridge) : IClassFixture<OnDemandBridge>, IAsyncLifetime
{
    public ValueTask InitializeAsync() => ValueTask.CompletedTask;

    public async ValueTask DisposeAsync() => await bridge.EndAllAsync();

    [Fact]
    public async Task A_lease_without_use_ends_and_its_last_state_is_kept()
    {
        var name = OnDemandBridge.NameOf(await bridge.CreateAsync(""", "lease": {"seconds": 2}"""));
        await bridge.Client.AskForJsonAsync("POST", $"/emulators/{name}/buttons/press", """{"buttons": ["A"]}""");

        await Eventually.HoldsAsync(() => bridge.Folders().Length == 0, "the lease has ended");

        Assert.Empty(await bridge.NamesAsync());
        var next = OnDemandBridge.NameOf(
            await bridge.CreateAsync($$""", "state": {"emulator": "{{name}}", "name": "expired"}"""));
        Assert.Equal(1, await OnDemandBridge.PressesAsync(bridge.Client, next));
    }

    [Fact]
    public async Task An_open_stream_and_a_request_in_flight_renew_a_lease()
    {
        var name = OnDemandBridge.NameOf(await bridge.CreateAsync(""", "lease": {"seconds": 1}"""));
        using var stream = await bridge.Client.AskAsync(
            "GET", $"/emulators/{name}/events", completion: HttpCompletionOption.ResponseHeadersRead);

        await bridge.Client.AskForJsonAsync("POST", $"/emulators/{name}/frames/wait", """{"frames": 240}""");

        Assert.Equal([name], await bridge.NamesAsync());
    }

    [Fact]
    public async Task A_lease_can_be_changed()
    {
        var name = OnDemandBridge.NameOf(await bridge.CreateAsync());

        var longer = await bridge.Client.AskForJsonAsync("PUT", $"/emulators/{name}/lease", """{"seconds": 3600}""");
        Assert.Equal(3600, longer.GetProperty("seconds").GetDouble());
        Assert.InRange(longer.GetProperty("endsInSeconds").GetDouble(), 3590, 3600);
        var never = await bridge.Client.AskForJsonAsync("PUT", $"/emulators/{name}/lease", """{"seconds": null}""");
        Assert.Equal(System.Text.Json.JsonValueKind.Null, never.GetProperty("endsInSeconds").ValueKind);
        using var wrong = await bridge.Client.AskAsync("PUT", $"/emulators/{name}/lease", """{"seconds": 0}""");
        Assert.Equal(400, (int)wrong.StatusCode);
    }

    [Fact]
    public async Task An_emulator_that_dies_is_started_again_but_not_for_ever()
    {
        var name = OnDemandBridge.NameOf(await bridge.CreateAsync());
        for (var death = 0; death < 2; death++)
        {
            var process = bridge.ProcessOf(name);
            ProcessSignals.Send(process, ProcessSignals.Kill);
            await Eventually.HoldsAsync(() => !bridge.Processes().Contains(process), "it has died");
            await bridge.Bridge.ReachesAsync("running", name);
        }

        ProcessSignals.Send(bridge.ProcessOf(name), ProcessSignals.Kill);

        await Eventually.HoldsAsync(async () => (await bridge.NamesAsync("?state=failed")).Length == 1, "it has failed");
        using var response = await bridge.Client.AskAsync("GET", $"/emulators/{name}");
        var (status, type, detail) = await RunningGame.RefusalAsync(response);
        Assert.Equal((503, "emulator-failed"), (status, type));
        Assert.Contains("listens on", detail, StringComparison.Ordinal);
        await bridge.EndAsync(name);
        Assert.Empty(bridge.Folders());
    }
}
