namespace Bridge.Page.Tests;

/// <summary>Cheats are added, switched and removed; a wrong code is named.</summary>
public sealed class CheatTests(Chromium browser, RunningGame game)
{
    private const string Cheats = "/emulators/default/cheats";

    [Fact]
    public async Task A_cheat_is_added_switched_and_removed()
    {
        await game.Client.DeleteAsync(Cheats);
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await Expect(page.Part("cheat-list")).ToContainTextAsync("No cheats yet");
        await page.Part("cheat-name").FillAsync("A value");
        await page.Part("cheat-lines").FillAsync("32000304 0055\n32000305 0066\n");
        await page.ClickAsync("Cheats", "Add");
        await Expect(page.Part("cheat-list")).ToContainTextAsync("A value");
        await Expect(page.Part("cheat-name")).ToHaveValueAsync("");
        await HasAsync("\"enabled\":true");

        var box = page.Part("cheat-list").GetByRole(AriaRole.Checkbox);
        await box.UncheckAsync();
        await HasAsync("\"enabled\":false");
        await Expect(box).Not.ToBeCheckedAsync();
        await page.ClickAsync("Cheats", "Remove A value");
        await HasAsync("\"cheats\":[]");
        await Expect(page.Part("cheat-list")).ToContainTextAsync("No cheats yet");
    }

    [Fact]
    public async Task A_wrong_code_is_named_and_stays_in_the_form()
    {
        await game.Client.DeleteAsync(Cheats);
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await page.Part("cheat-name").FillAsync("Wrong");
        page.Expected = "Failed to load resource: the server responded with a status of 400";
        await page.Part("cheat-lines").FillAsync("32000304 0055\nhello");
        await page.ClickAsync("Cheats", "Add");
        await Expect(page.Page.Locator("#notice")).ToContainTextAsync("lines[1] must be a code like");
        await Expect(page.Part("cheat-name")).ToHaveValueAsync("Wrong");
        await HasAsync("\"cheats\":[]");
    }

    private Task HasAsync(string text) => Eventually.HoldsAsync(
        async () => (await game.Client.GetStringAsync(Cheats)).Contains(text, StringComparison.Ordinal), $"the cheats have {text}");
}
