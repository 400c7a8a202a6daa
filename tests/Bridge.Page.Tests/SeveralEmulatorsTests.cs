namespace Bridge.Page.Tests;

public sealed class SeveralEmulatorsTests(Chromium browser) : IAsyncLifetime
{
    private readonly RealEmulator _small = new("gb/buttontest.gb");
    private GameBesideAnother? _game;

    public async ValueTask InitializeAsync()
    {
        await _small.StartAsync();
        _game = new GameBesideAnother(_small.Port);
        await _game.InitializeAsync();
    }

    public async ValueTask DisposeAsync()
    {
        if (_game is not null)
            await _game.DisposeAsync();
        await _small.DisposeAsync();
    }

    [Fact]
    public async Task Each_has_a_tab_with_its_own_pad_screen_and_memory()
    {
        await using var page = await PlayedPage.OpenAsync(browser, _game!);
        await page.Page.GetByRole(AriaRole.Tab, new PageGetByRoleOptions { Name = "default" }).FocusAsync();
        await page.Page.Keyboard.PressAsync("ArrowRight");
        await Expect(page.Part("game")).ToContainTextAsync("BUTTONTESTGB");
        await Expect(page.Page.Locator("[data-button=L]")).ToBeHiddenAsync();
        await page.MovesAsync();
        Assert.Equal(160, await page.Part("canvas").EvaluateAsync<int>("canvas => canvas.width"));
        await Expect(page.Part("hex")).ToContainTextAsync("C000");

        await page.Page.Locator("[data-button=A]").ClickAsync();
        await Eventually.HoldsAsync(async () =>
            (await _game!.Client.GetJsonAsync("/emulators/small/memory/0xC020?type=u16")).GetProperty("value").GetInt32() == 1, "A was pressed there");
        Assert.Equal(0, await _game!.PressesAsync(Button.A));
        await page.Page.GetByRole(AriaRole.Tab, new PageGetByRoleOptions { Name = "default" }).ClickAsync();
        await Expect(page.Part("game")).ToContainTextAsync("ABTE");
    }
}

/// <summary>A game whose bridge has a second emulator, called small.</summary>
public sealed class GameBesideAnother(int port) : RunningGame
{
    protected override (string Name, string Value)[] Settings =>
        [("Bridge:Emulators:small:Host", "127.0.0.1"), ("Bridge:Emulators:small:Port", $"{port}")];
}
