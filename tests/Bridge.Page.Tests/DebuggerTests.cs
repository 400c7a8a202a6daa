namespace Bridge.Page.Tests;

/// <summary>Breakpoints, a stopped game, and the last write to a byte. The button-test ROM counts its frames at 0x02000000.</summary>
public sealed class DebuggerTests(Chromium browser, RunningGame game) : IClassFixture<RunningGame>
{
    private const string Breakpoints = "/emulators/default/breakpoints";

    [Fact]
    public async Task A_breakpoint_stops_the_game_and_it_is_stepped_and_goes_on()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await page.Part("breakpoint-address").FillAsync("0x02000000");
        await page.Part("breakpoint-on").SelectOptionAsync("write");
        await page.ClickAsync("Debugger", "Add");
        await Expect(page.Part("stop-said")).ToContainTextAsync("did a write of 0x02000000");
        await Expect(page.Part("state")).ToHaveTextAsync("Stopped");
        await Expect(page.Part("registers").Locator("dt")).ToHaveCountAsync(17);
        await Expect(page.Part("code-lines").Locator("li")).Not.ToHaveCountAsync(0);
        var first = await page.Part("code-lines").Locator("li").First.TextContentAsync();
        await page.ClickAsync("Debugger", "Step");
        await Expect(page.Part("code-lines").Locator("li").First).Not.ToHaveTextAsync(first!);
        await page.Card("Debugger").GetByRole(AriaRole.Button, new() { Name = "Remove write 0x02000000" }).ClickAsync();
        await Expect(page.Part("breakpoint-list").Locator("li")).ToHaveCountAsync(0);
        await page.ClickAsync("Debugger", "Continue");
        await Expect(page.Part("state")).ToHaveTextAsync("Running");
        await Expect(page.Part("stopped")).ToBeHiddenAsync();
    }

    [Fact]
    public async Task Hits_are_logged_while_the_game_runs()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await page.Part("breakpoint-address").FillAsync("0x02000000");
        await page.Part("breakpoint-on").SelectOptionAsync("change");
        await page.Part("breakpoint-then").SelectOptionAsync("log");
        await page.ClickAsync("Debugger", "Add");
        await Expect(page.Part("hits").Locator("li").First).ToContainTextAsync("write 0x02000000");
        await Expect(page.Part("state")).ToHaveTextAsync("Running");
        using var ended = await game.Client.AskAsync("DELETE", Breakpoints);
        await Expect(page.Part("breakpoint-list").Locator("li")).ToHaveCountAsync(0);
    }

    [Fact]
    public async Task The_page_tells_who_wrote_a_byte()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await page.ClickAsync("Memory", "Who wrote it?");
        await Expect(page.Part("writer-said")).ToContainTextAsync("0x02000000: the instruction at 0x08");
    }

    [Fact]
    public async Task A_wrong_address_is_told()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        page.Expected = "Failed to load resource: the server responded with a status of 400";
        await page.Part("breakpoint-address").FillAsync("nowhere");
        await page.ClickAsync("Debugger", "Add");
        await Expect(page.Page.Locator("#notice")).ToContainTextAsync("nowhere");
    }
}
