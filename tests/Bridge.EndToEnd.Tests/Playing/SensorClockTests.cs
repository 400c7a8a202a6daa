using Bridge.Testing.Zoo.Games;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>The clock of a cartridge is set while its game runs.</summary>
public sealed class SensorClockTests(FastGame game) : IClassFixture<FastGame>
{
    [Trait("Needs", "host")]
    [Fact]
    public async Task The_clock_goes_on_from_the_time_that_is_set()
    {
        const long Wanted = 1_000_000_000;
        SensorGames.Light.WriteTo(game.RomFolder);
        await game.Game.LoadRomAsync(SensorGames.Light.Name);
        var set = await game.Client.AskForJsonAsync("PUT", "/emulators/default/sensors", $$"""{"clock": {{Wanted}}, "light": 0.5}""");
        Assert.InRange(set.GetProperty("clock").GetInt64(), Wanted, Wanted + 60);
        Assert.Equal(0.5, set.GetProperty("light").GetDouble());
        await Eventually.HoldsAsync(async () => await ClockAsync() > Wanted + 1, "the clock goes on");
        Assert.InRange(await ClockAsync(), Wanted, Wanted + 600);
    }

    private async Task<long> ClockAsync() => (await game.Game.GetSensorsAsync()).Clock!.Value;
}
