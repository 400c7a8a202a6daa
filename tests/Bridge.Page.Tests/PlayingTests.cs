using System.Text.Json;

namespace Bridge.Page.Tests;

public sealed class PlayingTests(Chromium browser, RunningGame game)
{
    private async Task<string> HeldAsync() =>
        (await game.Client.GetJsonAsync("/emulators/default/buttons")).GetProperty("held").GetRawText();

    private Task IsDownAsync(Button button, long since) =>
        Eventually.HoldsAsync(async () => await game.FramesDownAsync(button) >= since + 10, $"{button} is down for 10 frames");

    private Task NothingIsHeldAsync() => Eventually.HoldsAsync(async () => await HeldAsync() == "[]", "nothing is held");

    [Theory]
    [InlineData("x", Button.A)]
    [InlineData("Backspace", Button.Select)]
    public async Task A_key_holds_its_button_from_down_to_up(string key, Button button)
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        var (presses, frames) = (await game.PressesAsync(button), await game.FramesDownAsync(button));
        await page.Page.Keyboard.DownAsync(key);
        await IsDownAsync(button, frames);
        await Expect(page.Page.GetByRole(AriaRole.Button, new PageGetByRoleOptions { Name = $"{button}", Exact = true }))
            .ToHaveAttributeAsync("aria-pressed", "true");
        await page.Page.Keyboard.UpAsync(key);
        await NothingIsHeldAsync();
        Assert.Equal(presses + 1, await game.PressesAsync(button));
    }

    [Fact]
    public async Task A_pointer_holds_what_it_is_on_and_slides_to_the_next_button()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        var (up, right) = (await game.FramesDownAsync(Button.Up), await game.FramesDownAsync(Button.Right));
        await page.Page.Locator("[data-button=Up]").HoverAsync();
        await page.Page.Mouse.DownAsync();
        await IsDownAsync(Button.Up, up);
        await page.Page.Locator("[data-button=Right]").HoverAsync(new LocatorHoverOptions { Force = true });
        await IsDownAsync(Button.Right, right);
        Assert.Equal("""["Right"]""", await HeldAsync());
        await page.Page.Mouse.UpAsync();
        await NothingIsHeldAsync();
    }

    [Fact]
    public async Task The_pad_is_played_with_Tab_and_Space_too()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        var frames = await game.FramesDownAsync(Button.B);
        await page.Page.Locator("[data-button=B]").FocusAsync();
        await page.Page.Keyboard.DownAsync("Space");
        await IsDownAsync(Button.B, frames);
        await page.Page.Keyboard.UpAsync("Space");
        await NothingIsHeldAsync();
    }

    [Fact]
    public async Task Taps_that_are_shorter_than_a_frame_are_all_seen_by_the_game()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        var presses = await game.PressesAsync(Button.B);
        await page.Page.EvaluateAsync("""
            () => {
              for (let i = 0; i < 10; i++)
                for (const type of ["keydown", "keyup"]) dispatchEvent(new KeyboardEvent(type, { code: "KeyZ" }));
            }
            """);
        await Eventually.HoldsAsync(async () => await game.PressesAsync(Button.B) == presses + 10, "ten presses");
        await NothingIsHeldAsync();
    }

    [Fact]
    public async Task Keys_that_go_into_a_text_field_do_not_play()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        var presses = await game.PressesAsync(Button.A);
        await page.Part("watch-address").PressSequentiallyAsync("xxx");
        await page.Part("bezel").FocusAsync();
        await page.Page.Keyboard.DownAsync("z");
        await Eventually.HoldsAsync(async () => await HeldAsync() == """["B"]""", "B is held");
        Assert.Equal(presses, await game.PressesAsync(Button.A));
        await page.Part("watch-address").FocusAsync();
        await NothingIsHeldAsync();
    }

    [Fact]
    public async Task The_keys_play_again_after_a_watch_was_added_and_are_recorded_at_once()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        var presses = await game.PressesAsync(Button.A);
        await page.Part("watch-address").FillAsync("0x02000020");
        await page.Page.Keyboard.PressAsync("Enter");
        await Expect(page.Part("watch-list")).ToContainTextAsync("0x02000020");
        await page.ClickAsync("Sequence", "Record");
        await page.Page.Keyboard.PressAsync("x");
        await Eventually.HoldsAsync(async () => await game.PressesAsync(Button.A) == presses + 1, "A was pressed");
        await NothingIsHeldAsync();
        await page.ClickAsync("Sequence", "Stop recording");
        await Expect(page.Part("sequence-state")).ToContainTextAsync("Recorded 1 step.");

        await page.Part("watch-address").FillAsync("0x02000022");
        await page.Page.Keyboard.PressAsync("Enter");
        await Expect(page.Part("bezel")).ToBeFocusedAsync();
        await page.Page.Keyboard.PressAsync("x");
        await Eventually.HoldsAsync(async () => await game.PressesAsync(Button.A) == presses + 2, "A was pressed again");
    }

    [Theory]
    [InlineData("the window loses the focus")]
    [InlineData("the page goes")]
    public async Task Nothing_stays_down_when(string what)
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await page.Page.Keyboard.DownAsync("x");
        await page.Page.Keyboard.DownAsync("ArrowUp");
        await Eventually.HoldsAsync(async () => await HeldAsync() == """["A","Up"]""", "both are held");
        if (what == "the page goes")
            await page.Page.GotoAsync("about:blank");
        else
            await page.Page.EvaluateAsync("() => { dispatchEvent(new Event('blur')); }");
        await NothingIsHeldAsync();
    }

    [Fact]
    public async Task The_pad_shows_the_buttons_of_other_clients()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        var seen = page.Page.Locator("[data-button=L].seen");
        await Expect(seen).ToHaveCountAsync(0);
        await game.Client.AskForJsonAsync("PUT", "/emulators/default/buttons", """{"buttons": ["L"]}""");
        await Expect(seen).ToHaveCountAsync(1);
        await game.Client.AskForJsonAsync("DELETE", "/emulators/default/buttons");
        await Expect(seen).ToHaveCountAsync(0);
    }

    [Fact]
    public async Task A_recording_is_replayed_with_every_frame_of_its_steps()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await page.ClickAsync("Sequence", "Record");
        var (before, right) = (await game.FramesDownAsync(Button.A), await game.FramesDownAsync(Button.Right));
        await page.Page.Keyboard.DownAsync("x");
        await IsDownAsync(Button.A, before);
        await page.Page.Keyboard.DownAsync("ArrowRight");
        await IsDownAsync(Button.Right, right);
        await page.Page.Keyboard.UpAsync("x");
        await page.Page.Keyboard.UpAsync("ArrowRight");
        await NothingIsHeldAsync();
        await page.ClickAsync("Sequence", "Stop recording");
        await Expect(page.Part("sequence-state")).ToContainTextAsync("Recorded 2 steps");

        var (a, r) = (await game.FramesDownAsync(Button.A) - before, await game.FramesDownAsync(Button.Right) - right);
        var steps = JsonDocument.Parse(await page.Part("steps").InputValueAsync()).RootElement.EnumerateArray()
            .ToDictionary(step => step.GetProperty("buttons")[0].GetString()!, step => step.GetProperty("hold").GetInt64());
        Assert.Equal((a, r), (steps["A"], steps["Right"]));

        await page.ClickAsync("Sequence", "Play");
        await Expect(page.Part("sequence-state")).ToContainTextAsync("done");
        Assert.Equal((before + (2 * a), right + (2 * r)), (await game.FramesDownAsync(Button.A), await game.FramesDownAsync(Button.Right)));
    }
}
