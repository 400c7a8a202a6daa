namespace Bridge.EndToEnd.Tests.Lifecycle;

public sealed class SaveTests(RunningGame game) : IClassFixture<RunningGame>
{
    [Fact]
    public async Task What_the_game_saved_survives_a_restart_of_the_emulator()
    {
        Assert.Equal(0, await game.ReadAsync("0x02000200"));
        await game.WriteAsync("0x02000200", 0xB51D);
        await game.PlayOnAsync(5);
        Assert.Equal(0, await game.Emulator.TerminateAsync());
        await game.Emulator.StartAsync();
        await game.PlaysAsync();
        Assert.Equal(0xB51D, await game.ReadAsync("0x02000200"));
    }
}
