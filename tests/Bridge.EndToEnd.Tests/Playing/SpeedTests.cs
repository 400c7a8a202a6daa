namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>The speed of a running game; 1 is the console's, 59.7 frames a second, and 0 as fast as possible.</summary>
[Trait("Needs", "speed")]
public sealed class SpeedTests(RunningGame game) : IClassFixture<RunningGame>, IAsyncDisposable
{
    private HttpClient Client => game.Client;

    public async ValueTask DisposeAsync() => await SetAsync("1");

    [Theory]
    [InlineData("0.25", 5, 20)]
    [InlineData("2", 65, 130)]
    public async Task The_game_runs_at_the_set_speed_and_counts_correctly(string speed, double min, double max)
    {
        await SetAsync(speed);
        await Eventually.HoldsAsync(async () =>
        {
            // A busy machine is slower now and then, never faster.
            var shown = (await Client.GetJsonAsync("/emulators/default")).GetProperty("framesPerSecond").GetDouble();
            return shown > min && shown < max;
        }, $"{min} to {max} frames a second are shown");
        Assert.Equal("ready", (await Client.GetJsonAsync("/health")).GetProperty("status").GetString());
        await game.PressAsync("A");
    }

    [Fact]
    public async Task At_unlimited_speed_it_still_responds_and_can_be_slowed_down()
    {
        for (var i = 0; i < 3; i++)
        {
            await SetAsync("0");
            for (var n = 0; n < 50; n++)
                await game.ReadAsync("0x02000000", "u32");
            await game.PlayOnAsync(200);
            await Task.WhenAll(Enumerable.Range(0, 64).Select(_ => game.ReadAsync("0x02000000", "u32")));
            await game.PressAsync("B");
            Assert.Equal("ready", (await Client.GetJsonAsync("/health")).GetProperty("status").GetString());
            await SetAsync("1");
            await game.PlayOnAsync(5);
        }
    }

    [Theory]
    [InlineData("0.249")]
    [InlineData("16.001")]
    [InlineData("-1")]
    [InlineData("1e9")]
    public async Task An_invalid_speed_is_refused(string speed)
    {
        using var response = await Client.AskAsync("PUT", "/emulators/default/speed", $$"""{"speed": {{speed}}}""");
        var (status, anchor, detail) = await RunningGame.RefusalAsync(response);
        Assert.Equal((400, "invalid-parameter"), (status, anchor));
        Assert.Contains("0.25 to 16", detail, StringComparison.Ordinal);
        Assert.Equal(1, (await Client.GetJsonAsync("/emulators/default/speed")).GetProperty("speed").GetDouble());
    }

    private async Task SetAsync(string speed)
    {
        await Client.AskForJsonAsync("PUT", "/emulators/default/speed", $$"""{"speed": {{speed}}}""");
        Assert.Equal(double.Parse(speed, System.Globalization.CultureInfo.InvariantCulture),
            (await Client.GetJsonAsync("/emulators/default/speed")).GetProperty("speed").GetDouble());
    }
}
