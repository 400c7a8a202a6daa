using Deque.AxeCore.Playwright;

namespace Bridge.Page.Tests;

/// <summary>Play mode: the picture and the pad fill the window, on a phone in both directions, and gamepads press buttons.</summary>
public sealed class PlayModeTests(Chromium browser, RunningGame game)
{
    private static readonly string[] Buttons = ["L", "R", "Up", "Left", "Right", "Down", "Select", "Start", "B", "A"];

    private async Task<PlayedPage> OpenAsync(int width = 1280, int height = 900, ColorScheme scheme = ColorScheme.Light)
    {
        var page = await PlayedPage.OpenAsync(browser, game, width, scheme, height);
        await page.ClickAsync("Screen", "Play mode");
        await Expect(page.Part("bezel")).ToBeFocusedAsync();
        return page;
    }

    private async Task<double> SpeedAsync() =>
        (await game.Client.GetJsonAsync("/emulators/default/speed")).GetProperty("speed").GetDouble();

    private Task HasSpeedAsync(double speed) =>
        Eventually.HoldsAsync(async () => await SpeedAsync() == speed, $"the speed is {speed}");

    // The picture is as large as the window allows, also between two whole multiples of its size.
    [Theory]
    [InlineData(390, 844, ColorScheme.Light, 390, 260)]
    [InlineData(844, 390, ColorScheme.Dark, 480, 320)]
    [InlineData(320, 568, ColorScheme.Dark, 320, 213)]
    [InlineData(1280, 900, ColorScheme.Light, 930, 620)]
    public async Task The_picture_and_the_pad_fill_the_window(int width, int height, ColorScheme scheme, int minWidth, int minHeight)
    {
        await using var page = await OpenAsync(width, height, scheme);
        await Expect(page.Part("play-bar")).ToBeVisibleAsync();
        await Eventually.HoldsAsync(async () => (await page.Part("canvas").BoundingBoxAsync())!.Width >= minWidth, "the picture is large");
        await page.MovesAsync();
        await page.Page.ScreenshotAsync(new PageScreenshotOptions
            { Path = RepositoryRoot.Combine("artifacts", "page", $"play-{width}x{height}-{scheme}.png") });
        var picture = (await page.Part("canvas").BoundingBoxAsync())!;
        Assert.True(picture.Height >= minHeight, $"{picture.Width} x {picture.Height}");
        Assert.Equal(1.5, picture.Width / picture.Height, 0.01);
        AssertIsIn(picture, width, height);
        // A phone has no keys to show.
        await Expect(page.Page.Locator("[data-button] kbd:visible")).ToHaveCountAsync(height < 900 ? 0 : Buttons.Length);
        foreach (var name in Buttons)
        {
            var button = (await page.Page.Locator($"[data-button={name}]").BoundingBoxAsync())!;
            AssertIsIn(button, width, height);
            Assert.True(button.Width >= 40 && button.Height >= 32, $"{name}: {button.Width} x {button.Height}");
            Assert.True(button.X >= picture.X + picture.Width || button.X + button.Width <= picture.X
                || button.Y >= picture.Y + picture.Height || button.Y + button.Height <= picture.Y, $"{name} covers the picture");
        }

        var found = await page.Page.RunAxe();
        Assert.Empty(
            found.Violations.Select(rule => $"{rule.Id}: {rule.Help}: {string.Join(" | ", rule.Nodes.Select(node => node.Html))}"));

        await page.Part("play-end").ClickAsync();
        await Expect(page.Part("play-bar")).ToBeHiddenAsync();
        await Expect(page.Part("play-mode")).ToBeFocusedAsync();
        await Eventually.HoldsAsync(async () => (await page.Part("canvas").BoundingBoxAsync())!.Width % 240 == 0,
            "a pixel of the game has a whole number of the window's pixels again");
    }

    private static void AssertIsIn(LocatorBoundingBoxResult box, int width, int height) =>
        Assert.True(box.X >= -0.5 && box.Y >= -0.5 && box.X + box.Width <= width + 0.5 && box.Y + box.Height <= height + 0.5,
            $"{box.X}, {box.Y}: {box.Width} x {box.Height}");

    [Fact]
    public async Task A_touch_presses_a_button_in_play_mode()
    {
        await using var page = await OpenAsync(844, 390);
        var presses = await game.PressesAsync(Button.Left);
        await page.Page.Locator("[data-button=Left]").TapAsync();
        await Eventually.HoldsAsync(async () => await game.PressesAsync(Button.Left) == presses + 1, "Left was pressed");
    }

    [Fact]
    public async Task Keys_fast_forward_save_and_load()
    {
        await using var page = await OpenAsync();
        await Expect(page.Page.Locator("[data-button=A] kbd")).ToBeVisibleAsync();
        await Expect(page.Part("quick-save").Locator("kbd")).ToHaveTextAsync("F2");
        await page.Page.Keyboard.DownAsync("Space");
        await HasSpeedAsync(4);
        await page.Page.Keyboard.UpAsync("Space");
        await HasSpeedAsync(1);

        await game.WriteAsync("0x02000200", 5);
        await page.Page.Keyboard.PressAsync("F2");
        await Expect(page.Page.Locator("#notice")).ToHaveTextAsync("Saved as quick.");
        await game.WriteAsync("0x02000200", 6);
        await page.Page.Keyboard.PressAsync("F4");
        await Expect(page.Page.Locator("#notice")).ToHaveTextAsync("Loaded quick.");
        Assert.Equal(5, await game.ReadAsync("0x02000200"));

        await page.Page.Keyboard.PressAsync("Escape");
        await Expect(page.Part("play-bar")).ToBeHiddenAsync();
        await Expect(page.Part("state-list")).ToContainTextAsync("quick");
        using var deleted = await game.Client.AskAsync("DELETE", "/emulators/default/states/quick");
        deleted.EnsureSuccessStatusCode();
    }

    [Fact]
    public async Task A_button_fast_forwards_until_the_next_click_and_no_longer_than_the_page_is_open()
    {
        await using var page = await OpenAsync();
        await page.Part("fast").ClickAsync();
        await HasSpeedAsync(4);
        await Expect(page.Part("fast")).ToHaveAttributeAsync("aria-pressed", "true");
        await Expect(page.Part("bezel")).ToBeFocusedAsync();
        await page.Part("fast").FocusAsync();
        await page.Page.Keyboard.PressAsync("Enter");
        await HasSpeedAsync(1);
        await page.Page.Keyboard.PressAsync("Enter");
        await HasSpeedAsync(4);
        await page.Page.GotoAsync("about:blank");
        await HasSpeedAsync(1);
    }

    [Fact]
    public async Task A_gamepad_presses_buttons_and_fast_forwards()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        var (presses, frames) = (await game.PressesAsync(Button.A), await game.FramesDownAsync(Button.A));
        var left = await game.PressesAsync(Button.Left);
        // In the standard layout of the Gamepad API, button 1 is A and button 7, the right trigger, fast-forwards.
        await page.Page.EvaluateAsync("""
            () => {
              window.pad = { buttons: Array.from({ length: 17 }, () => ({ pressed: false })), axes: [0, 0] };
              navigator.getGamepads = () => [null, window.pad];
              dispatchEvent(new Event("gamepadconnected"));
              window.pad.buttons[1].pressed = true;
            }
            """);
        await Eventually.HoldsAsync(async () => await game.FramesDownAsync(Button.A) >= frames + 10, "A is down for 10 frames");
        await page.Page.EvaluateAsync("() => { window.pad.buttons[1].pressed = false; window.pad.axes = [-1, 0]; }");
        await Eventually.HoldsAsync(async () => await game.PressesAsync(Button.Left) == left + 1, "Left was pressed");
        Assert.Equal(presses + 1, await game.PressesAsync(Button.A));
        await page.Page.EvaluateAsync("() => { window.pad.axes = [0, 0]; window.pad.buttons[7].pressed = true; }");
        await HasSpeedAsync(4);
        await page.Page.EvaluateAsync("() => { navigator.getGamepads = () => [null]; }");
        await HasSpeedAsync(1);
    }
}
