namespace Bridge.Page.Tests;

public sealed class SeveralEmulatorsTests(Chromium browser, RunningGame game)
{
    [Fact]
    public async Task Each_has_a_tab_with_its_own_pad_screen_and_memory()
    {
        await using var small = new RealEmulator("gb/buttontest.gb");
        await small.StartAsync();
        await using var bridge = new BridgeHost(("Bridge:Emulators:default:Port", $"{game.Emulator.Port}"), game.Secret,
            ("Bridge:Emulators:small:Host", "127.0.0.1"), ("Bridge:Emulators:small:Port", $"{small.Port}"));
        await bridge.ReachesAsync("running");
        await bridge.ReachesAsync("running", "small");
        var presses = await game.PressesAsync(Button.A);
        await using var page = await PlayedPage.OpenAsync(browser, bridge);
        await page.PlaysAsync();
        await page.Page.GetByRole(AriaRole.Tab, new PageGetByRoleOptions { Name = "default" }).FocusAsync();
        await page.Page.Keyboard.PressAsync("ArrowRight");
        await Expect(page.Part("game")).ToContainTextAsync("BUTTONTESTGB");
        await Expect(page.Page.Locator("[data-button=L]")).ToBeHiddenAsync();
        await page.MovesAsync();
        Assert.Equal(160, await page.Part("canvas").EvaluateAsync<int>("canvas => canvas.width"));
        await Expect(page.Part("hex")).ToContainTextAsync("C000");

        await page.Page.Locator("[data-button=A]").ClickAsync();
        await Eventually.HoldsAsync(async () =>
            (await bridge.Client.GetJsonAsync("/emulators/small/memory/0xC020?type=u16")).GetProperty("value").GetInt32() == 1,
            "A was pressed there");
        Assert.Equal(presses, await game.PressesAsync(Button.A));
        await page.Page.GetByRole(AriaRole.Tab, new PageGetByRoleOptions { Name = "default" }).ClickAsync();
        await Expect(page.Part("game")).ToContainTextAsync("ABTE");
    }
}
