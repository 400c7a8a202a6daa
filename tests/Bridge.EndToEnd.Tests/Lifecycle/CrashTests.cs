using Bridge.EndToEnd.Tests.Playing;

namespace Bridge.EndToEnd.Tests.Lifecycle;

/// <summary>A game that jumps to invalid code, and the ways to recover.</summary>
public sealed class CrashTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const long Nowhere = 0xE0000000;

    private HttpClient Client => game.Client;

    [Fact]
    public async Task A_reset_makes_it_run_again()
    {
        await CrashAsync();
        await Client.AskForJsonAsync("POST", "/emulators/default/reset");
        await RunsAsync();
    }

    [Fact]
    public async Task A_state_from_before_makes_it_run_again()
    {
        var state = await SavedState.GetAsync(Client);
        await CrashAsync();
        using var loaded = await SavedState.PutAsync(Client, state.Bytes);
        Assert.True(loaded.IsSuccessStatusCode, await loaded.Content.ReadAsStringAsync());
        await RunsAsync();
    }

    [Fact]
    public async Task A_crashed_game_is_reported_with_the_way_back_and_can_be_read_and_waited_for()
    {
        await CrashAsync();
        var described = await Client.GetJsonAsync("/emulators/default");
        Assert.EndsWith("#crashed", described.GetProperty("problem").GetProperty("type").GetString(), StringComparison.Ordinal);
        var emulator = (await Client.GetJsonAsync("/health")).GetProperty("emulators")[0];
        Assert.Equal("crashed", emulator.GetProperty("state").GetString());
        Assert.Contains("reset", emulator.GetProperty("next").GetString(), StringComparison.Ordinal);
        // The interrupt of the frame in which the game crashes is still served.
        await game.PlayOnAsync(2);
        var counted = await game.ReadAsync("0x02000000", "u32");
        var presses = await game.PressesAsync(Button.A);
        await game.PressAsync("A");
        Assert.Equal((counted, presses), (await game.ReadAsync("0x02000000", "u32"), await game.PressesAsync(Button.A)));
        await Client.AskForJsonAsync("POST", "/emulators/default/reset");
        await RunsAsync();
    }

    private async Task CrashAsync()
    {
        await Client.AskForJsonAsync("PUT", "/emulators/default/registers/pc", $$"""{"value": {{Nowhere}}}""");
        await game.Bridge.ReachesAsync("crashed");
    }

    private async Task RunsAsync()
    {
        await game.PlaysAsync();
        var presses = await game.PressesAsync(Button.A);
        await game.PressAsync("A");
        Assert.Equal(presses + 1, await game.PressesAsync(Button.A));
        Assert.True((await Client.GetAsync("/health/ready")).IsSuccessStatusCode);
    }
}
