namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>Presses, whose frames the ROM counts.</summary>
public sealed class PressTests(RunningGame game) : IClassFixture<RunningGame>
{
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(16)]
    public async Task A_press_goes_down_once_for_exactly_its_frames(int hold)
    {
        var (presses, frames) = (await game.PressesAsync(Button.A), await game.FramesDownAsync(Button.A));
        var press = await game.PressAsync("A", hold);
        Assert.Equal((presses + 1, frames + hold), (await game.PressesAsync(Button.A), await game.FramesDownAsync(Button.A)));
        Assert.Equal(hold, press.ReleasedAt - press.PressedAt);
    }

    [Fact]
    public async Task The_game_sees_the_button_that_was_pressed()
    {
        foreach (var button in Enum.GetValues<Button>())
        {
            var before = new List<long>();
            foreach (var other in Enum.GetValues<Button>())
                before.Add(await game.PressesAsync(other) + (other == button ? 1 : 0));
            await game.PressAsync($"{button}", hold: 2, release: 1);
            foreach (var other in Enum.GetValues<Button>())
                Assert.Equal((other, before[(int)other]), (other, await game.PressesAsync(other)));
        }
    }

    [Fact]
    public async Task Twenty_queued_presses_of_one_button_are_seen_as_twenty()
    {
        var (presses, frames) = (await game.PressesAsync(Button.B), await game.FramesDownAsync(Button.B));
        for (var i = 0; i < 20; i++)
        {
            using var response = await game.Client.AskAsync("POST", "/emulators/default/buttons/press",
                """{"buttons": ["B"], "hold": 2, "release": 1, "wait": false}""");
            Assert.Equal(202, (int)response.StatusCode);
        }

        await game.QueueEmptiesAsync();
        Assert.Equal((presses + 20, frames + 40), (await game.PressesAsync(Button.B), await game.FramesDownAsync(Button.B)));
    }

    [Fact]
    public async Task Twenty_clients_that_press_the_same_button_take_turns()
    {
        var before = await game.PressesAsync(Button.Start);
        var presses = await Task.WhenAll(Enumerable.Range(0, 20).Select(_ => game.PressAsync("Start", hold: 2, release: 1)));
        Assert.Equal(before + 20, await game.PressesAsync(Button.Start));
        var inOrder = presses.OrderBy(press => press.PressedAt).ToArray();
        Assert.All(inOrder.Zip(inOrder.Skip(1)), pair => Assert.True(pair.Second.PressedAt > pair.First.ReleasedAt, $"{pair}"));
    }

    [Fact]
    public async Task Presses_of_different_buttons_overlap()
    {
        var (up, l) = (await game.FramesDownAsync(Button.Up), await game.FramesDownAsync(Button.L));
        var presses = await Task.WhenAll(game.PressAsync("Up", hold: 40), game.PressAsync("L", hold: 40));
        Assert.True(Math.Abs(presses[0].PressedAt - presses[1].PressedAt) < 40, $"{presses[0]} and {presses[1]}");
        Assert.Equal((up + 40, l + 40), (await game.FramesDownAsync(Button.Up), await game.FramesDownAsync(Button.L)));
    }

    [Fact]
    public async Task A_queued_press_is_cancelled_when_its_client_disconnects()
    {
        var before = await game.PressesAsync(Button.Select);
        var running = game.PressAsync("Select", hold: 60);
        await Eventually.HoldsAsync(async () => await game.QueuedAsync() == 1, "the first press runs");
        using var hangUp = new CancellationTokenSource();
        var queued = game.Client.GetAsync("/emulators/default/buttons/press?buttons=Select", hangUp.Token);
        await Eventually.HoldsAsync(async () => await game.QueuedAsync() == 2, "the second press waits");
        await hangUp.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => queued);
        await Eventually.HoldsAsync(async () => await game.QueuedAsync() == 1, "the second press is gone");
        await running;
        await game.PlayOnAsync(20);
        Assert.Equal(before + 1, await game.PressesAsync(Button.Select));
    }
}
