using Deque.AxeCore.Playwright;

namespace Bridge.Page.Tests;

/// <summary>Notes below the screen and on the timeline.</summary>
public sealed class NoteTests(Chromium browser, RunningGame game, StockGame stock) : IClassFixture<StockGame>, IAsyncDisposable
{
    private const string Notes = "/emulators/default/notes";
    private const string Hold = "/emulators/default/frames/hold";

    public async ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        using var released = await game.Client.AskAsync("DELETE", $"{Hold}?force=true");
        await game.PlaysAsync();
    }

    private async Task<long> NoteAsync(string text) =>
        (await game.Client.AskForJsonAsync("POST", Notes, $$"""{"text": "{{text}}"}""")).GetProperty("at").GetInt64();

    private static ILocator Tick(PlayedPage page, string text) =>
        page.Part("noted").GetByRole(AriaRole.Listitem).Filter(new LocatorFilterOptions { HasText = text });

    [Fact]
    public async Task A_note_is_written_with_the_keyboard()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        var pressed = await game.PressesAsync(Button.A);
        await page.Part("note-text").FocusAsync();
        await page.Page.Keyboard.TypeAsync("  Xylophone & <b>zebras</b>  ");
        await page.Page.Keyboard.PressAsync("Enter");
        await Expect(page.Part("note-said")).ToHaveTextAsync("Xylophone & <b>zebras</b>");
        await Expect(page.Part("note-text")).ToHaveValueAsync("");
        await Expect(page.Part("note-text")).ToBeFocusedAsync();
        await Expect(Tick(page, "Xylophone")).ToHaveCountAsync(1);
        var noted = (await game.Client.GetJsonAsync(Notes)).GetProperty("notes").EnumerateArray().Last();
        Assert.Equal("Xylophone & <b>zebras</b>", noted.GetProperty("text").GetString());
        // X is the key of A on the screen.
        Assert.Equal(pressed, await game.PressesAsync(Button.A));
    }

    [Fact]
    public async Task Notes_of_an_agent_come_by_themselves_and_brackets_lead_to_them()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await game.Client.AskForJsonAsync("POST", Hold, """{"leaseSeconds": 60}""");
        var first = await NoteAsync("I see a door");
        await Expect(page.Part("note-said")).ToHaveTextAsync("I see a door");
        await game.Client.AskForJsonAsync("POST", "/emulators/default/frames/step", """{"frames": 120}""");
        var second = await NoteAsync("It is locked");
        await game.Client.AskForJsonAsync("POST", "/emulators/default/frames/step", """{"frames": 60}""");
        await Expect(page.Part("note-said")).ToHaveTextAsync("It is locked");

        var moment = page.Part("moment");
        await Expect(moment).ToHaveValueAsync($"{second + 60}");
        await moment.FocusAsync();
        await page.Page.Keyboard.PressAsync("[");
        await Expect(moment).ToHaveValueAsync($"{second}");
        await page.Page.Keyboard.PressAsync("[");
        await Expect(moment).ToHaveValueAsync($"{first}");
        await Expect(page.Part("note-said")).ToHaveTextAsync("I see a door");
        await page.Page.Keyboard.PressAsync("]");
        await Expect(moment).ToHaveValueAsync($"{second}");
        await Expect(page.Part("note-said")).ToHaveTextAsync("It is locked");
        // After minutes of other tests two seconds are a few pixels, so the ticks overlap, and a pointer might hit the other one.
        await Tick(page, "I see a door").DispatchEventAsync("click");
        await Expect(moment).ToHaveValueAsync($"{first}");

        // The game goes another way, where nothing was noted. The page may be asking for a picture of a dropped frame.
        page.Expected = "Failed to load resource: the server responded with a status of 409";
        await page.Part("continue-here").ClickAsync();
        await Expect(Tick(page, "It is locked")).ToHaveCountAsync(1);
        await game.Client.AskForJsonAsync("POST", "/emulators/default/frames/step", """{"frames": 10, "buttons": ["B"]}""");
        await Expect(Tick(page, "It is locked")).ToHaveCountAsync(0);
        await Expect(page.Part("note-said")).ToHaveTextAsync("I see a door");
    }

    [Fact]
    public async Task Without_a_history_there_are_notes_too()
    {
        await using var page = await PlayedPage.OpenAsync(browser, stock);
        await Expect(page.Part("timeline")).ToBeHiddenAsync();
        await page.Part("note-text").FillAsync("No history here");
        await page.Part("note-text").PressAsync("Enter");
        await Expect(page.Part("note-said")).ToHaveTextAsync("No history here");
    }

    [Theory]
    [InlineData(1280, 900, ColorScheme.Light)]
    [InlineData(1280, 900, ColorScheme.Dark)]
    [InlineData(390, 844, ColorScheme.Light)]
    [InlineData(390, 844, ColorScheme.Dark)]
    [InlineData(320, 568, ColorScheme.Dark)]
    public async Task Notes_fit_the_window_move_nothing_and_are_accessible(int width, int height, ColorScheme scheme)
    {
        await using var page = await PlayedPage.OpenAsync(browser, game, width, scheme, height);
        await game.Client.AskForJsonAsync("POST", Hold, """{"leaseSeconds": 60}""");
        // This sentence takes a line.
        await Expect(page.Part("held-by")).ToContainTextAsync("has frozen the game");
        var pad = await page.Part("pad").EvaluateAsync<float>("pad => pad.offsetTop");
        await NoteAsync("A first thought.");
        await game.Client.AskForJsonAsync("POST", "/emulators/default/frames/step", """{"frames": 200}""");
        await NoteAsync(string.Concat(Enumerable.Repeat("The door is locked, so I look for a key. ", 5))[..200]);
        await game.Client.AskForJsonAsync("POST", "/emulators/default/frames/step", """{"frames": 60}""");
        await Expect(Tick(page, "A first thought.")).Not.ToHaveCountAsync(0);
        await Expect(page.Part("note-said")).ToContainTextAsync("The door is locked");
        Assert.Equal(pad, await page.Part("pad").EvaluateAsync<float>("pad => pad.offsetTop"));
        await page.Page.ScreenshotAsync(new PageScreenshotOptions
            { Path = RepositoryRoot.Combine("artifacts", "page", $"notes-{width}-{scheme}.png") });
        var found = await page.Page.RunAxe();
        Assert.Empty(
            found.Violations.Select(rule => $"{rule.Id}: {rule.Help}: {string.Join(" | ", rule.Nodes.Select(node => node.Html))}"));
        Assert.Equal(width, await page.Page.EvaluateAsync<int>("() => document.documentElement.scrollWidth"));
    }
}
