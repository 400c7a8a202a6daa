namespace Bridge.Page.Tests;

/// <summary>The notebook of the game on the page.</summary>
public sealed class NotebookTests(Chromium browser, RunningGame game)
{
    private const string Notebook = "/emulators/default/notebook";

    [Fact]
    public async Task Notes_and_names_are_added_and_removed()
    {
        await game.Client.DeleteAsync(Notebook);
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await Expect(page.Part("notebook-notes")).ToContainTextAsync("Nothing noted yet");
        await page.Part("notebook-text").FillAsync("The key is behind the <b>waterfall</b>.");
        await page.ClickAsync("Notebook", "Add");
        await Expect(page.Part("notebook-notes")).ToContainTextAsync("The key is behind the <b>waterfall</b>.");
        await Expect(page.Part("notebook-text")).ToHaveValueAsync("");
        await page.Part("notebook-name").FillAsync("presses");
        await page.Part("notebook-address").FillAsync("0x02000020");
        await page.Part("notebook-type").SelectOptionAsync("u16");
        await page.ClickAsync("Notebook", "Name it");
        await Expect(page.Part("notebook-names")).ToContainTextAsync("0x02000020 u16");

        // What a language model writes meanwhile comes by itself.
        await game.Client.AskAsync("POST", $"{Notebook}/notes", """{"text": "By a model"}""");
        await Expect(page.Part("notebook-notes").GetByRole(AriaRole.Listitem).First).ToContainTextAsync("By a model");
        await page.ClickAsync("Notebook", "Remove note 1");
        await page.ClickAsync("Notebook", "Remove presses");
        await Expect(page.Part("notebook-names")).ToBeEmptyAsync();
        await Expect(page.Part("notebook-notes").GetByRole(AriaRole.Listitem)).ToHaveCountAsync(1);
    }
}
