namespace Bridge.Page.Tests;

/// <summary>The game's time: the page freezes it, steps it and sets its speed.</summary>
public sealed class HoldingTests(Chromium browser, RunningGame game)
{
    private const string Hold = "/emulators/default/frames/hold";

    private Task<long> FramesAsync() => game.ReadAsync("0x02000000", "u32");

    private async Task<bool> IsHeldAsync() => (await game.Client.GetJsonAsync(Hold)).GetProperty("held").GetBoolean();

    [Fact]
    public async Task A_frozen_game_advances_by_single_frames_with_the_pressed_keys()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await page.ClickAsync("Screen", "Freeze");
        await page.ShowsStateAsync("Frozen");
        await Expect(page.Part("held-by")).ToContainTextAsync("Frozen at frame");
        await Expect(page.Part("rate")).ToHaveTextAsync("frozen");
        var (frames, down) = (await FramesAsync(), await game.FramesDownAsync(Button.A));
        await page.Part("bezel").FocusAsync();
        await page.Page.Keyboard.DownAsync("x");
        await Eventually.HoldsAsync(async () =>
            (await game.Client.GetJsonAsync("/emulators/default/buttons")).GetProperty("held").GetArrayLength() == 1, "A is held");
        await page.ClickAsync("Screen", "Step");
        await Eventually.HoldsAsync(async () => await FramesAsync() == frames + 1, "one frame has run");
        await page.Part("step-frames").FillAsync("12");
        await page.Part("bezel").FocusAsync();
        await page.ClickAsync("Screen", "Step 12");
        await Eventually.HoldsAsync(async () => await FramesAsync() == frames + 13, "twelve more frames have run");
        await page.Page.Keyboard.UpAsync("x");
        await page.Part("bezel").FocusAsync();
        await page.Page.Keyboard.PressAsync(".");
        await Eventually.HoldsAsync(async () => await FramesAsync() == frames + 14, "the key also steps the game");
        // The field took the focus and released the key, so only the first step had it down.
        Assert.Equal(down + 1, await game.FramesDownAsync(Button.A));

        await page.ClickAsync("Screen", "Resume");
        await page.ShowsStateAsync("Running");
        await page.MovesAsync();
        Assert.False(await IsHeldAsync());
    }

    [Fact]
    public async Task A_game_is_rewound_by_a_second_and_stays_frozen()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await Eventually.HoldsAsync(async () => await FramesAsync() > 200, "the game has a past");
        await page.ClickAsync("Screen", "Freeze");
        await page.ShowsStateAsync("Frozen");
        var frames = await FramesAsync();
        await page.ClickAsync("Screen", "Rewind");
        await Eventually.HoldsAsync(async () => await FramesAsync() == frames - 60, "a second is gone");
        await page.Part("bezel").FocusAsync();
        await page.Page.Keyboard.PressAsync(",");
        await Eventually.HoldsAsync(async () => await FramesAsync() == frames - 120, "the key also rewinds the game");
        Assert.True(await IsHeldAsync());
        await page.ClickAsync("Screen", "Resume");
        await page.ShowsStateAsync("Running");
    }

    [Fact]
    public async Task The_client_that_froze_the_game_is_named()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        var lease = (await game.Client.AskForJsonAsync("POST", Hold, """{"leaseSeconds": 60, "exclusive": true, "owner": "a bot"}"""))
            .GetProperty("lease").GetString();
        await Expect(page.Part("held-by")).ToContainTextAsync("a bot has frozen the game exclusively");
        await Expect(page.Part("step-one")).ToBeDisabledAsync();
        await game.Client.AskForJsonAsync("DELETE", $"{Hold}?lease={lease}");
        await Expect(page.Part("step-one")).ToBeEnabledAsync();

        await game.Client.AskForJsonAsync("POST", Hold, """{"leaseSeconds": 60, "owner": "another bot"}""");
        await Expect(page.Part("held-by")).ToContainTextAsync("another bot has frozen the game; it resumes in");
        await game.Client.AskForJsonAsync("DELETE", Hold);
        await page.ShowsStateAsync("Running");
    }

    [Theory]
    [InlineData("false", "a bot has frozen the game. Resume it anyway?")]
    [InlineData("true", "a bot has frozen the game exclusively. Resume it anyway?")]
    public async Task A_game_that_another_client_froze_is_resumed_after_a_question(string exclusive, string question)
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await game.Client.AskForJsonAsync(
            "POST", Hold, $$"""{"leaseSeconds": 60, "exclusive": {{exclusive}}, "owner": "a bot"}""");
        await Expect(page.Part("held-by")).ToContainTextAsync("a bot has frozen the game");
        var dialog = page.Page.GetByRole(AriaRole.Dialog);
        await page.ClickAsync("Screen", "Resume");
        await Expect(dialog).ToContainTextAsync(question);
        await page.Page.Keyboard.PressAsync("Escape");
        Assert.True(await IsHeldAsync());
        await page.ClickAsync("Screen", "Resume");
        await dialog.GetByRole(AriaRole.Button, new LocatorGetByRoleOptions { Name = "Resume" }).ClickAsync();
        await page.ShowsStateAsync("Running");
        Assert.False(await IsHeldAsync());
    }

    [Theory]
    [InlineData("about:blank")]
    [InlineData("chrome://crash")]
    public async Task A_closed_tab_leaves_the_game_running_without_held_buttons(string where)
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await page.Page.Keyboard.DownAsync("x");
        // There the game has the buttons that are down.
        await Eventually.HoldsAsync(async () => await game.ReadAsync("0x02000004") == 1, "A is down");
        await page.ClickAsync("Screen", "Freeze");
        await page.ShowsStateAsync("Frozen");
        // A page that crashes never finishes loading, so the game is checked before this ends.
        var leaving = page.Page.GotoAsync(where);
        await Eventually.HoldsAsync(async () => !await IsHeldAsync() && await game.ReadAsync("0x02000004") == 0,
            "the game continues and A is up");
        await Record.ExceptionAsync(() => leaving);
    }

    [Fact]
    public async Task The_page_shows_and_sets_the_speed_of_the_emulator()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await Expect(page.Part("speed")).ToHaveValueAsync("1");
        await page.Part("speed").SelectOptionAsync("4");
        await Eventually.HoldsAsync(async () => await SpeedAsync() == 4, "it is set");
        await page.Part("speed").SelectOptionAsync("1");
        await Eventually.HoldsAsync(async () => await SpeedAsync() == 1, "the speed is 1 again");
    }

    private async Task<double> SpeedAsync() =>
        (await game.Client.GetJsonAsync("/emulators/default/speed")).GetProperty("speed").GetDouble();
}
