namespace Bridge.Page.Tests;

public sealed class MemoryTests(Chromium browser, RunningGame game)
{
    private static Task AnswerAsync(PlayedPage page, string button) =>
        page.Page.GetByRole(AriaRole.Dialog)
            .GetByRole(AriaRole.Button, new LocatorGetByRoleOptions { Name = button, Exact = true }).ClickAsync();

    [Fact]
    public async Task A_value_is_edited_after_a_confirmation()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await game.WriteAsync("0x02000200", 1);
        await page.Part("address").FillAsync("0x02000200");
        await page.ClickAsync("Memory", "Go");
        await Expect(page.Part("typed")).ToContainTextAsync("u16 1 ");

        await page.Part("value").FillAsync("0x1234");
        await page.ClickAsync("Memory", "Write…");
        await AnswerAsync(page, "Cancel");
        Assert.Equal(1, await game.ReadAsync("0x02000200"));

        await page.ClickAsync("Memory", "Write…");
        await Expect(page.Page.GetByRole(AriaRole.Dialog))
            .ToContainTextAsync("Write 4660 (0x1234) as u16 to 0x02000200? The current value is 1.");
        await AnswerAsync(page, "Write");
        await Eventually.HoldsAsync(async () => await game.ReadAsync("0x02000200") == 0x1234, "the value is written");
        await Expect(page.Part("hex").GetByRole(AriaRole.Gridcell).First).ToHaveTextAsync("34");
    }

    [Fact]
    public async Task The_viewer_goes_by_keyboard_and_follows_what_changes()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await page.Part("hex").GetByRole(AriaRole.Gridcell).First.FocusAsync();
        await page.Page.Keyboard.PressAsync("PageDown");
        await page.Page.Keyboard.PressAsync("ArrowDown");
        await page.Page.Keyboard.PressAsync("ArrowRight");
        await Expect(page.Part("typed")).ToContainTextAsync("0x02000111   u8 17 ");
        await game.WriteAsync("0x02000111", 99, "u8");
        await Expect(page.Part("typed")).ToContainTextAsync("0x02000111   u8 99 ");
        await game.WriteAsync("0x02000111", 17, "u8");
        await page.Page.Keyboard.PressAsync("Enter");
        await Expect(page.Part("value")).ToBeFocusedAsync();
    }

    [Fact]
    public async Task The_selection_stays_in_a_small_domain()
    {
        await using var small = new RealEmulator("gb/buttontest.gb");
        await small.StartAsync();
        await using var bridge = new BridgeHost(("Bridge:Emulators:default:Port", $"{small.Port}"));
        await bridge.ReachesAsync("running");
        await using var page = await PlayedPage.OpenAsync(browser, bridge);
        await page.PlaysAsync();
        var cells = page.Part("hex").GetByRole(AriaRole.Gridcell);
        await cells.Last.ClickAsync();
        await Expect(page.Part("typed")).ToContainTextAsync("0xC0FF ");

        await page.Part("domain").SelectOptionAsync("hram");
        await Expect(page.Part("typed")).ToContainTextAsync("0xFFFE ");
        await cells.Nth(0x7E).PressAsync("ArrowUp");
        await Expect(page.Part("typed")).ToContainTextAsync("0xFFEE ");
    }

    [Fact]
    public async Task A_search_narrows_to_the_counter_and_watches_it()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await game.PressAsync("L");
        var find = page.Part("find");
        await page.Part("search-type").SelectOptionAsync("u16");
        await page.Part("is").SelectOptionAsync("eq");
        await page.Part("search-value").FillAsync($"{await game.PressesAsync(Button.L)}");
        await page.Part("search-go").ClickAsync();
        await Expect(page.Part("found")).ToContainTextAsync("in frame");
        for (var i = 0; i < 3; i++)
        {
            await game.PressAsync("L", hold: 5);
            await page.Part("is").SelectOptionAsync("eq");
            await page.Part("search-value").FillAsync($"{await game.PressesAsync(Button.L)}");
            var before = await page.Part("found").TextContentAsync();
            await find.GetByText("Narrow").ClickAsync();
            await Expect(page.Part("found")).Not.ToHaveTextAsync(before!);
        }

        await Expect(page.Part("matches").GetByRole(AriaRole.Listitem)).ToHaveCountAsync(1);
        await Expect(page.Part("matches")).ToContainTextAsync("0x02000032");
        await page.ClickAsync("Search", "Watch 0x02000032");
        await Expect(page.Part("watch-list").Locator(".number")).ToHaveTextAsync($"{await game.PressesAsync(Button.L)}");
        await game.PressAsync("L");
        await Expect(page.Part("watch-list").Locator(".number")).ToHaveTextAsync($"{await game.PressesAsync(Button.L)}");
    }

    [Theory]
    [InlineData("all RAM")]
    [InlineData("iwram")]
    public async Task A_search_covers_all_RAM_unless_a_domain_is_chosen(string domain)
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await Expect(page.Part("search-domain").Locator("option:checked")).ToHaveTextAsync("all RAM");
        await game.WriteAsync("0x03001000", 48879);
        await page.Part("search-domain").SelectOptionAsync(new SelectOptionValue { Label = domain });
        await page.Part("search-value").FillAsync("48879");
        await page.Part("search-go").ClickAsync();

        await Expect(page.Part("matches")).ToContainTextAsync("0x03001000");
        await page.ClickAsync("Search", "Watch 0x03001000");
        await Expect(page.Part("watch-list").Locator(".number")).ToHaveTextAsync("48879");
    }

    [Fact]
    public async Task Watches_are_remembered_and_one_that_leads_nowhere_does_not_disturb_the_others()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        foreach (var address in new[] { "0x02000108", "[0x02000008]+4" })
        {
            await page.Part("watch-address").FillAsync(address);
            await page.ClickAsync("Watches", "Add");
            await Expect(page.Part("watch-list")).ToContainTextAsync(address);
        }

        await game.WriteAsync("0x02000008", 0, "u32");
        var values = page.Part("watch-list").Locator(".number");
        // From 0x02000100 on are the bytes 0, 1, 2 …: 2312 is 0x0908, and 1284 is 0x0504.
        await Expect(values).ToHaveTextAsync(["2312", "–"]);
        await game.WriteAsync("0x02000008", 0x02000100, "u32");
        await Expect(values).ToHaveTextAsync(["2312", "1284"]);
        await page.Page.ReloadAsync();
        await Expect(values).ToHaveTextAsync(["2312", "1284"]);
    }

    [Fact]
    public async Task The_page_subscribes_to_shown_values_until_it_closes()
    {
        // Pages that other tests have closed may have left watches, which live for a minute.
        var others = await WatchesOfPagesAsync();
        await using var page = await PlayedPage.OpenAsync(browser, game);
        var reads = 0;
        page.Page.Request += (_, request) => reads += request.Url.EndsWith("/memory/read", StringComparison.Ordinal) ? 1 : 0;
        await page.Part("address").FillAsync("0x02000210");
        await page.ClickAsync("Memory", "Go");
        for (var value = 1; value <= 3; value++)
        {
            await game.WriteAsync("0x02000210", value);
            await Expect(page.Part("typed")).ToContainTextAsync($"0x02000210   u8 {value} ");
        }

        Assert.Equal(0, reads);
        Assert.NotEmpty((await WatchesOfPagesAsync()).Except(others));
        await page.Page.GotoAsync("about:blank");
        await Eventually.HoldsAsync(async () => !(await WatchesOfPagesAsync()).Except(others).Any(), "its watches are gone");
    }

    // Ids are never reused.
    private async Task<int[]> WatchesOfPagesAsync() =>
        [.. (await game.Client.GetJsonAsync("/emulators/default/watches")).GetProperty("watches").EnumerateArray()
            .Where(watch => watch.GetProperty("name").GetString() == "the page").Select(watch => watch.GetProperty("id").GetInt32())];

    [Fact]
    public async Task Writes_of_other_clients_to_a_held_game_are_shown()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await page.Part("address").FillAsync("0x02000212");
        await page.ClickAsync("Memory", "Go");
        await page.ClickAsync("Screen", "Freeze");
        await page.ShowsStateAsync("Frozen");
        await game.WriteAsync("0x02000212", 12, "u8");
        await Expect(page.Part("typed")).ToContainTextAsync("0x02000212   u8 12 ");
        await page.ClickAsync("Screen", "Resume");
        await page.ShowsStateAsync("Running");
    }
}
