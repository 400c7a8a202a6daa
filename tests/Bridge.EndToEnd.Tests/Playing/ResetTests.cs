namespace Bridge.EndToEnd.Tests.Playing;

public sealed class ResetTests(RunningGame game) : IClassFixture<RunningGame>
{
    [Fact]
    public async Task A_reset_starts_the_game_again_and_everything_still_works()
    {
        for (var i = 0; i < 3; i++)
        {
            await game.PlayOnAsync(60);
            await game.PressAsync("A");
            Assert.Equal(1, await game.PressesAsync(Button.A));
            var before = await game.ReadAsync("0x02000000", "u32");
            var reset = await game.Client.AskForJsonAsync("POST", "/emulators/default/reset");
            Assert.True(reset.GetProperty("frame").GetInt64() > 0);
            await Eventually.HoldsAsync(async () => await game.ReadAsync("0x02000000", "u32") < before,
                "the ROM counts from its start");
            await game.PlaysAsync();
            Assert.Equal(0, await game.PressesAsync(Button.A));
            Assert.True(await game.FrameAsync() < before);
        }
    }

    [Fact]
    public async Task A_reset_may_be_sent_by_many_at_once()
    {
        await Task.WhenAll(Enumerable.Range(0, 16).Select(_ => game.Client.AskForJsonAsync("POST", "/emulators/default/reset")));
        await game.PlaysAsync();
    }
}
