using System.Text;

namespace Bridge.EndToEnd.Tests.Lifecycle;

/// <summary>Many clients send requests to a held game, and half of them disconnect: a small version of loadtest/overload.sh.</summary>
public sealed class HangingUpTests
{
    private const int Staying = 30;
    private const int Leaving = 30;

    [Fact]
    public async Task Each_press_runs_once_or_is_cancelled_and_other_clients_get_a_reply()
    {
        await using var game = new TunedGame();
        await game.InitializeAsync();
        var cancelled = await CancelledAsync(game);
        game.Emulator.Pause();
        using var patience = new CancellationTokenSource();
        var staying = Enumerable.Range(0, Staying).Select(_ => game.PressAsync("A", 1, 1)).ToArray();
        var leaving = Enumerable.Range(0, Leaving).Select(_ => game.Client.PostAsync("/emulators/default/buttons/press",
            new StringContent("""{"buttons": ["A"], "hold": 1, "release": 1}""", Encoding.UTF8, "application/json"), patience.Token))
            .ToArray();
        await patience.CancelAsync();
        foreach (var left in leaving)
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => left);

        game.Emulator.Resume();
        var presses = await Task.WhenAll(staying);
        await game.QueueEmptiesAsync();
        await game.PlayOnAsync(3);
        Assert.Equal(Staying, presses.Select(press => press.PressedAt).Distinct().Count());
        // A disconnected client's press may have run before, but never in part and never twice.
        Assert.InRange(await game.PressesAsync(Button.A), Staying, Staying + Leaving - (await CancelledAsync(game) - cancelled));
        Assert.Equal(await game.PressesAsync(Button.A), await game.FramesDownAsync(Button.A));
    }

    private static async Task<long> CancelledAsync(RunningGame game) =>
        (await game.Client.GetJsonAsync("/emulators/default")).GetProperty("script").GetProperty("cancelled").GetInt64();
}
