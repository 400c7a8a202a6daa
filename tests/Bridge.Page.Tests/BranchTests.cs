using System.Text.RegularExpressions;
using Deque.AxeCore.Playwright;

namespace Bridge.Page.Tests;

/// <summary>Branches: ways that the page tries from one moment, and their ends.</summary>
public sealed class BranchTests(Chromium browser, RunningGame game, StockGame stock) : IClassFixture<StockGame>, IAsyncDisposable
{
    private const string State = "/emulators/default/states/branched";
    private const string Hold = "/emulators/default/frames/hold";
    private const string Viewers = "a-token-that-may-look";

    public async ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        using var released = await game.Client.AskAsync("DELETE", $"{Hold}?force=true");
        using var deleted = await game.Client.AskAsync("DELETE", State);
        await game.PlaysAsync();
    }

    private async Task SaveAsync()
    {
        using var saved = await game.Client.AskAsync("PUT", State);
        saved.EnsureSuccessStatusCode();
    }

    private static ILocator Ways(PlayedPage page) => page.Part("ways").GetByRole(AriaRole.Textbox);

    private static ILocator Ends(PlayedPage page) => page.Part("ends").GetByRole(AriaRole.Listitem);

    private static async Task WriteAsync(PlayedPage page, params string[] ways)
    {
        while (await Ways(page).CountAsync() < ways.Length)
            await page.Part("add-way").ClickAsync();
        for (var i = 0; i < ways.Length; i++)
            await Ways(page).Nth(i).FillAsync(ways[i]);
    }

    [Fact]
    public async Task Ways_are_written_and_run_with_the_keyboard_and_their_ends_are_compared()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await Ways(page).First.FocusAsync();
        await page.Page.Keyboard.PressAsync("Control+a");
        await page.Page.Keyboard.TypeAsync("Right A+B Up*16 -30");
        await page.Part("add-way").FocusAsync();
        await page.Page.Keyboard.PressAsync("Enter");
        await Expect(Ways(page).Nth(2)).ToBeFocusedAsync();
        await page.Page.Keyboard.TypeAsync("B");
        await page.Page.Keyboard.PressAsync("Enter");

        await Expect(Ends(page)).ToHaveCountAsync(3);
        await Expect(page.Part("branch-said")).ToHaveTextAsync(new Regex("^3 ends, from frame [0-9,]+ of the history\\.$"));
        await Expect(Ends(page).Nth(0)).ToContainTextAsync("Way 1 Right A+B Up*16 -30");
        // 12 + 12 + 22 + 30 frames of presses and the wait, and the 30 that run at the end.
        await Expect(Ends(page).Nth(0)).ToContainTextAsync("106 frames, 1.8 s");
        await Expect(Ends(page).Nth(1)).ToContainTextAsync("Unlike way 1 in");
        await Expect(Ends(page).Nth(2)).ToContainTextAsync("Same memory as way 2");
        await Expect(Ends(page).Nth(2).Locator("img")).ToHaveJSPropertyAsync("naturalWidth", 240);
        await Expect(Ways(page).Nth(2)).ToBeFocusedAsync();

        await page.Part("ways").GetByRole(AriaRole.Button, new LocatorGetByRoleOptions { Name = "Remove way 3" }).PressAsync("Enter");
        await Expect(Ways(page)).ToHaveCountAsync(2);
        await Expect(Ways(page).Nth(1)).ToBeFocusedAsync();
    }

    [Fact]
    public async Task Keep_loads_the_end_of_a_way_from_now_into_the_running_game()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        var presses = await game.PressesAsync(Testing.Http.Button.A);
        await WriteAsync(page, "", "A A A");
        await page.Part("branch-run").ClickAsync();
        await Expect(Ends(page)).ToHaveCountAsync(2);
        await Expect(Ends(page).Nth(0)).ToContainTextAsync("no press");
        Assert.Equal(presses, await game.PressesAsync(Testing.Http.Button.A));
        // The game has gone on since the moment.
        await game.PlayOnAsync(60);
        await page.ClickAsync("Branches", "Keep way 2");
        await Expect(page.Page.Locator("#notice")).ToHaveTextAsync(new Regex("^The game goes on from the end of way 2, frame [0-9,]+\\.$"));
        Assert.Equal(presses + 3, await game.PressesAsync(Testing.Http.Button.A));
        await Expect(page.Part("bezel")).ToBeFocusedAsync();
        await page.MovesAsync();
    }

    [Fact]
    public async Task Keep_loads_the_end_of_a_way_from_a_state_into_a_frozen_game()
    {
        await game.Client.AskForJsonAsync("POST", Hold, """{"leaseSeconds": 60}""");
        await SaveAsync();
        await game.Client.AskForJsonAsync("POST", "/emulators/default/frames/step", """{"frames": 90, "buttons": ["B"]}""");
        var presses = await game.PressesAsync(Testing.Http.Button.B);
        await using var page = await PlayedPage.OpenAsync(browser, game.Bridge);
        await page.Part("branch-from").SelectOptionAsync("branched");
        await WriteAsync(page, "B B", "-5");
        await page.Part("branch-run").ClickAsync();
        await Expect(page.Part("branch-said")).ToHaveTextAsync("2 ends, from the state branched.");
        await page.ClickAsync("Branches", "Keep way 1");
        await Expect(page.Page.Locator("#notice")).ToContainTextAsync("The game goes on from the end of way 1");
        // The state has no press of B.
        Assert.Equal(presses + 1, await game.PressesAsync(Testing.Http.Button.B));
        await page.ShowsStateAsync("Frozen");
        await page.ShowsPresentAsync();
    }

    [Fact]
    public async Task A_loaded_state_of_a_frozen_game_is_where_its_branches_begin()
    {
        await SaveAsync();
        await game.Client.AskForJsonAsync("POST", Hold, """{"leaseSeconds": 60}""");
        await game.Client.AskForJsonAsync("POST", "/emulators/default/frames/step", """{"frames": 90, "buttons": ["B"]}""");
        await game.Client.AskForJsonAsync("POST", $"{State}/load");
        await using var page = await PlayedPage.OpenAsync(browser, game.Bridge);
        await page.Part("branch-run").ClickAsync();
        await page.ClickAsync("Branches", "Keep way 1");
        await Expect(page.Page.Locator("#notice")).ToContainTextAsync("The game goes on from the end of way 1");
    }

    [Fact]
    public async Task Ways_are_tried_once_the_game_is_known()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        var known = new TaskCompletionSource();
        await page.Page.RouteAsync("**/emulators/default", async route =>
        {
            await known.Task;
            await route.ContinueAsync();
        });
        await page.Page.ReloadAsync();
        await Expect(page.Part("branch-from")).ToBeAttachedAsync();
        await Expect(page.Part("branch-run")).ToBeHiddenAsync();
        known.SetResult();
        await page.Part("branch-run").ClickAsync();
        await Expect(Ends(page)).ToHaveCountAsync(2);
    }

    [Fact]
    public async Task A_press_that_is_none_is_told_by_the_page_and_a_button_that_is_none_by_the_bridge()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await WriteAsync(page, "A", "Up*");
        await page.Part("branch-run").ClickAsync();
        await Expect(page.Part("branch-said")).ToHaveTextAsync("A press is like A, A+B, Up*16 or -30; got \"Up*\".");
        page.Expected = "Failed to load resource: the server responded with a status of 400";
        await WriteAsync(page, "A", "Jump");
        await page.Part("branch-run").ClickAsync();
        await Expect(page.Part("branch-said")).ToContainTextAsync("Way 2: steps[0].buttons[0] must be one of A, B, Select");
        await Expect(page.Part("branch-said")).ToHaveClassAsync(new Regex("bad"));
        await Expect(page.Part("branch-run")).ToBeVisibleAsync();
    }

    [Fact]
    public async Task A_run_is_cancelled()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        // The request is never answered.
        await page.Page.RouteAsync("**/branches", _ => Task.CompletedTask);
        await page.Part("branch-run").FocusAsync();
        await page.Page.Keyboard.PressAsync("Enter");
        await Expect(page.Part("branch-cancel")).ToBeFocusedAsync();
        await page.Page.Keyboard.PressAsync("Enter");
        await Expect(page.Part("branch-said")).ToHaveTextAsync("Cancelled.");
        await Expect(page.Part("branch-run")).ToBeFocusedAsync();
    }

    [Fact]
    public async Task A_way_can_be_added_up_to_eight()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await WriteAsync(page, "A", "B", "", "", "", "", "", "");
        await Expect(page.Part("add-way")).ToBeHiddenAsync();
        await page.ClickAsync("Branches", "Remove way 8");
        await Expect(page.Part("add-way")).ToBeVisibleAsync();
    }

    [Fact]
    public async Task An_emulator_without_branches_says_so()
    {
        await using var page = await PlayedPage.OpenAsync(browser, stock);
        page.Expected = "Failed to load resource: the server responded with a status of 501";
        await page.Part("branch-run").ClickAsync();
        await Expect(page.Part("branch-said")).ToHaveClassAsync(new Regex("bad"));
        await Expect(page.Part("branch-form")).ToBeHiddenAsync();
        await Expect(page.Part("branch-said")).ToContainTextAsync("history");
    }

    [Fact]
    public async Task A_token_that_may_only_look_tries_ways_and_keeps_none()
    {
        await using var bridge = new BridgeHost(("Bridge:Emulators:default:Port", $"{game.Emulator.Port}"), game.Secret,
            ("Bridge:RomFolder", game.RomFolder), ("Bridge:OnDemand:Program", HostProgram.Path),
            ("Bridge:Tokens:viewer:Value", Viewers), ("Bridge:Tokens:viewer:Scopes:0", "read"));
        await using var page = await PlayedPage.OpenAsync(browser, bridge);
        page.Expected = "Failed to load resource: the server responded with a status of 40";
        await page.Page.GetByLabel("Token", new PageGetByLabelOptions { Exact = true }).Last.FillAsync(Viewers);
        await page.Page.GetByRole(AriaRole.Button, new PageGetByRoleOptions { Name = "Continue", Exact = true }).ClickAsync();
        await page.PlaysAsync();
        await Expect(page.Part("state-list")).ToContainTextAsync("this request needs states");
        await Expect(page.Part("save")).ToBeHiddenAsync();
        await page.Part("branch-run").ClickAsync();
        await Expect(Ends(page)).ToHaveCountAsync(2);
        await page.ClickAsync("Branches", "Keep way 1");
        await Expect(page.Page.Locator("#notice")).ToContainTextAsync("The token viewer allows read; this request needs input.");
        await Expect(Ends(page).First.GetByRole(AriaRole.Button)).ToHaveCountAsync(0);
    }

    [Theory]
    [InlineData(1280, 900, ColorScheme.Light)]
    [InlineData(1280, 900, ColorScheme.Dark)]
    [InlineData(390, 844, ColorScheme.Light)]
    [InlineData(390, 844, ColorScheme.Dark)]
    [InlineData(320, 568, ColorScheme.Dark)]
    public async Task The_ends_fit_the_window_and_are_accessible(int width, int height, ColorScheme scheme)
    {
        await using var page = await PlayedPage.OpenAsync(browser, game, width, scheme, height);
        await WriteAsync(page, "Right A+B Up*16 -30", "", "Right Right Right Right Right Right Right Right A A A A B");
        await page.Part("branch-run").ClickAsync();
        await Expect(Ends(page)).ToHaveCountAsync(3);
        await page.Card("Branches").ScreenshotAsync(new LocatorScreenshotOptions
            { Path = RepositoryRoot.Combine("artifacts", "page", $"branches-{width}-{scheme}.png") });
        var found = await page.Page.RunAxe();
        Assert.Empty(
            found.Violations.Select(rule => $"{rule.Id}: {rule.Help}: {string.Join(" | ", rule.Nodes.Select(node => node.Html))}"));
        Assert.Equal(width, await page.Page.EvaluateAsync<int>("() => document.documentElement.scrollWidth"));
    }
}
