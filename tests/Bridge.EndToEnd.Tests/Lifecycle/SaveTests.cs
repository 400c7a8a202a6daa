namespace Bridge.EndToEnd.Tests.Lifecycle;

/// <summary>The button-test ROMs save a value (emulator/rom/README.md, "Save"), which the next run of the emulator has again.</summary>
public sealed class SaveTests(RunningGame game) : IClassFixture<RunningGame>
{
    [Fact]
    public Task What_the_game_saved_survives_a_restart_of_the_emulator() => SurvivesAsync(game, "0x02000200");

    internal static async Task SurvivesAsync(RunningGame game, string savedValue)
    {
        Assert.Equal(0, await game.ReadAsync(savedValue));
        await game.WriteAsync(savedValue, 0xB51D);
        // The ROM saves in the frame after the value changes.
        await game.PlayOnAsync(5);
        Assert.Equal(0, await game.Emulator.TerminateAsync());
        await game.Emulator.StartAsync();
        await game.PlaysAsync();
        Assert.Equal(0xB51D, await game.ReadAsync(savedValue));
    }
}

public sealed class GameBoySaveTests(RunningGameBoy game) : IClassFixture<RunningGameBoy>
{
    [Fact]
    public async Task What_the_game_saved_survives_a_restart_of_the_emulator()
    {
        await SaveTests.SurvivesAsync(game, "0xC200");
        Assert.Equal(0xB51D, await game.ReadAsync("0", domain: "sram"));
    }
}
