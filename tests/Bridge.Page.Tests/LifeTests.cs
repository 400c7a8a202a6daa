namespace Bridge.Page.Tests;

/// <summary>Emulator and bridge stop and start while the page is open; the game is not shared with other tests.</summary>
public sealed class LifeTests(Chromium browser, LostGame game) : IClassFixture<LostGame>
{
    private const string Unavailable = "the server responded with a status of 50";

    // Requests that fail at the moment of the loss are logged in the browser's console.
    private async Task<PlayedPage> OpenAsync(string expected)
    {
        var page = await PlayedPage.OpenAsync(browser, game);
        page.Expected = $"Failed to load resource: {expected}";
        return page;
    }

    [Fact]
    public async Task A_lost_emulator_is_explained_and_recovers_by_itself()
    {
        await using var page = await OpenAsync(Unavailable);
        await page.MovesAsync();
        await game.Emulator.KillAsync();
        await page.ShowsStateAsync("No emulator");
        await Expect(page.Part("problem")).ToContainTextAsync("load lua/bridge.lua in it");
        await page.Part("problem-help").ClickAsync();
        await Expect(page.Page.GetByRole(AriaRole.Dialog)).ToContainTextAsync("Nothing responds at the emulator's address");
        await Expect(page.Page.Locator("#help em")).ToContainTextAsync("Tools > Scripting…");
        await page.Page.Keyboard.PressAsync("Escape");

        await game.Emulator.StartAsync();
        await page.ShowsStateAsync("Running");
        await Expect(page.Part("problem")).ToBeHiddenAsync();
        await page.MovesAsync();
        await page.ShowsMemoryAsync();
    }

    [Fact]
    public async Task A_paused_game_is_explained_and_a_button_that_was_held_then_is_up_afterwards()
    {
        await using var page = await OpenAsync(Unavailable);
        await page.Page.Keyboard.DownAsync("x");
        await Eventually.HoldsAsync(async () => await game.FramesDownAsync(Button.A) > 3, "A is down");
        game.Emulator.Pause();
        await page.ShowsStateAsync("Paused");
        await Expect(page.Part("problem")).ToContainTextAsync("Unpause the game");
        await page.Page.Keyboard.UpAsync("x");
        await Expect(page.Page.Locator("#notice")).Not.ToBeEmptyAsync();
        game.Emulator.Resume();
        await page.ShowsStateAsync("Running");
        await Eventually.HoldsAsync(
            async () => (await game.Client.GetJsonAsync("/emulators/default/buttons")).GetProperty("held").GetArrayLength() == 0,
            "A is up");
    }

    [Fact]
    public async Task A_lost_bridge_is_explained_and_recovers_by_itself()
    {
        await using var page = await OpenAsync("net::ERR_INTERNET_DISCONNECTED");
        await page.Page.Context.SetOfflineAsync(true);
        await page.ShowsStateAsync("No bridge");
        await Expect(page.Part("problem")).ToContainTextAsync("Start the bridge again");
        await page.Page.Context.SetOfflineAsync(false);
        await page.ShowsStateAsync("Running");
        await page.MovesAsync();
    }

    [Fact]
    public async Task A_name_that_a_state_may_not_have_is_refused_with_what_it_may_have()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        var name = page.Part("state-name");
        await name.FillAsync("before boss");
        await page.ClickAsync("Save states", "Save");
        Assert.Equal("The name must be 1 to 64 characters of A-Z, a-z, 0-9, -, _ and ., without a . at the start or end.",
            await name.EvaluateAsync<string>("field => field.validationMessage"));
        await name.FillAsync("before-boss");
        await page.ClickAsync("Save states", "Save");
        await Expect(page.Part("state-list")).ToContainTextAsync("before-boss");
        using var deleted = await game.Client.AskAsync("DELETE", "/emulators/default/states/before-boss");
        deleted.EnsureSuccessStatusCode();
    }

    [Fact]
    public async Task States_are_saved_loaded_and_deleted()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await game.WriteAsync("0x02000200", 5);
        await page.Part("state-name").FillAsync("here");
        await page.ClickAsync("Save states", "Save");
        await Expect(page.Part("state-list")).ToContainTextAsync("here");
        await Expect(page.Part("state-list").Locator("img")).ToHaveCountAsync(1);
        await game.WriteAsync("0x02000200", 6);
        await page.ClickAsync("Save states", "Load here");
        await Eventually.HoldsAsync(async () => await game.ReadAsync("0x02000200") == 5, "the state is loaded");
        await page.ClickAsync("Save states", "Delete here");
        await page.Page.GetByRole(AriaRole.Dialog).GetByRole(AriaRole.Button, new LocatorGetByRoleOptions { Name = "Delete" }).ClickAsync();
        await Expect(page.Part("state-list")).ToContainTextAsync("This game has no save states yet");
    }
}

/// <summary>A game that the tests kill and pause; not the one that all other tests share.</summary>
public sealed class LostGame : RunningGame;
