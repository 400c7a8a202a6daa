using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Lifecycle;

/// <summary>Emulators that start, end and start again while the bridge runs.</summary>
public sealed class ComingAndGoingTests : IAsyncDisposable
{
    private readonly RealEmulator _emulator = new();
    private readonly BridgeHost _bridge;

    public ComingAndGoingTests() => _bridge = new BridgeHost(("Bridge:Emulators:default:Port", $"{_emulator.Port}"));

    public async ValueTask DisposeAsync()
    {
        await _bridge.DisposeAsync();
        await _emulator.DisposeAsync();
    }

    private async Task<(int Status, string? Type)> ReadyAsync()
    {
        using var response = await _bridge.Client.GetAsync("/health/ready");
        var body = JsonDocument.Parse(await response.Content.ReadAsStringAsync()).RootElement;
        return ((int)response.StatusCode, body.TryGetProperty("type", out var type) ? type.GetString()!.Split('#')[1] : null);
    }

    private Task EchoesAsync(string text) => Eventually.HoldsAsync(async () =>
    {
        using var response = await _bridge.Client.GetAsync($"/mgbaendpoint?message={text}");
        return response.IsSuccessStatusCode && await response.Content.ReadAsStringAsync() == text;
    });

    [Fact]
    public async Task An_emulator_that_comes_late_is_ready_within_about_a_second()
    {
        Assert.Equal((503, "no-emulator"), await ReadyAsync());
        await _emulator.StartAsync();
        var start = TimeProvider.System.GetTimestamp();
        await Eventually.HoldsAsync(async () => await ReadyAsync() is (200, null), "ready");
        // Half a second of backoff at most, plus the delays of two busy cores.
        Assert.InRange(TimeProvider.System.GetElapsedTime(start), TimeSpan.Zero, TimeSpan.FromSeconds(1.5));
    }

    [Fact]
    public async Task An_emulator_that_was_killed_and_started_again_works_without_restarting_the_bridge()
    {
        await _emulator.StartAsync();
        for (var i = 0; i < 3; i++)
        {
            await EchoesAsync($"life{i}");
            await _emulator.KillAsync();
            await Eventually.HoldsAsync(async () => await ReadyAsync() is (503, "no-emulator"), "gone");
            await _emulator.StartAsync();
        }

        await EchoesAsync("again");
    }

    [Fact]
    public async Task An_emulator_that_has_ended_shows_no_game()
    {
        await _emulator.StartAsync();
        await _bridge.ReachesAsync("running");
        Assert.All(await TitlesAsync(), title => Assert.Equal("BUTTONTEST", title));

        await _emulator.KillAsync();
        await _bridge.ReachesAsync("no-emulator");

        Assert.All(await TitlesAsync(), Assert.Null);
        Assert.Equal(JsonValueKind.Null, (await _bridge.Client.GetJsonAsync("/emulators/default")).GetProperty("script").ValueKind);
    }

    // Where an emulator's title is shown: the health, the list and the description.
    private async Task<string?[]> TitlesAsync()
    {
        var (health, list) = (await _bridge.Client.GetJsonAsync("/health"), await _bridge.Client.GetJsonAsync("/emulators"));
        var game = (await _bridge.Client.GetJsonAsync("/emulators/default")).GetProperty("game");
        return [TitleOf(health.GetProperty("emulators")[0]), TitleOf(list.GetProperty("emulators")[0]), TitleOf(game)];
    }

    private static string? TitleOf(JsonElement described) =>
        described.ValueKind == JsonValueKind.Object && described.TryGetProperty("title", out var title) ? title.GetString() : null;

    [Fact]
    public async Task No_client_waits_for_an_emulator_that_has_ended()
    {
        await _emulator.StartAsync();
        await _bridge.ReachesAsync("running");
        var presses = Enumerable.Range(0, 20).Select(_ =>
            _bridge.Client.AskAsync("POST", "/emulators/default/buttons/press", """{"buttons": ["A"], "hold": 600}""")).ToArray();
        await Eventually.HoldsAsync(async () =>
            (await _bridge.Client.GetJsonAsync("/emulators/default/buttons")).GetProperty("queued").GetInt32() == 20, "20 presses");
        Assert.Equal(0, await _emulator.TerminateAsync());
        foreach (var press in presses)
        {
            using var response = await press.WaitAsync(Eventually.Patience);
            var problem = JsonDocument.Parse(await response.Content.ReadAsStringAsync()).RootElement;
            var type = problem.GetProperty("type").GetString()!.Split('#')[1];
            Assert.True(type is "outcome-unknown" or "interrupted" or "cancelled", type);
        }
    }
}
