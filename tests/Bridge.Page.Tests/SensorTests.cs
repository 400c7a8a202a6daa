using Bridge.Testing.Zoo.Games;

namespace Bridge.Page.Tests;

/// <summary>A game that measures the tilt of its console.</summary>
public sealed class TiltGame() : RunningGame("sensors.gba", 0x02000000);

/// <summary>Sliders for the sensors of the cartridge.</summary>
public sealed class SensorTests(Chromium browser, TiltGame game) : IClassFixture<TiltGame>
{
    private const string Sensors = "/emulators/default/sensors";

    [Fact]
    public async Task A_game_is_tilted_with_the_keyboard_and_leveled()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await Expect(page.Card("Sensors")).ToBeVisibleAsync();
        await Expect(page.Part("light-choice")).ToBeHiddenAsync();
        await page.Part("tilt-x").FocusAsync();
        await page.Page.Keyboard.PressAsync("End");
        await page.Part("tilt-y").FocusAsync();
        await page.Page.Keyboard.PressAsync("Home");
        await MeasuresAsync(1, -1);
        await page.ClickAsync("Sensors", "Level");
        await MeasuresAsync(0, 0);
    }

    [Fact]
    public async Task Only_what_the_cartridge_measures_is_shown_with_its_value()
    {
        await game.Client.AskForJsonAsync("PUT", Sensors, """{"tilt": {"x": 0.25, "y": 0}}""");
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await Expect(page.Part("tilt-x")).ToHaveValueAsync("0.25");
        try
        {
            File.Copy(RepositoryRoot.Combine("emulator", "rom", "buttontest.gba"), Path.Combine(game.RomFolder, "other.gba"), true);
            await game.Game.LoadRomAsync("other.gba");
            await Expect(page.Card("Sensors")).ToBeHiddenAsync();
            SensorGames.Light.WriteTo(game.RomFolder);
            await game.Game.LoadRomAsync(SensorGames.Light.Name);
            await Expect(page.Part("light")).ToBeVisibleAsync();
            await Expect(page.Part("tilt-choice")).ToBeHiddenAsync();
        }
        finally
        {
            SensorGames.Tilt.WriteTo(game.RomFolder);
            await game.Game.LoadRomAsync(SensorGames.Tilt.Name);
        }
    }

    private Task MeasuresAsync(double x, double y) => Eventually.HoldsAsync(async () =>
    {
        var tilt = (await game.Client.GetJsonAsync(Sensors)).GetProperty("tilt");
        return (tilt.GetProperty("x").GetDouble(), tilt.GetProperty("y").GetDouble()) == (x, y);
    }, $"the console is tilted by {x} and {y}");
}
