using System.Text.RegularExpressions;
using Deque.AxeCore.Playwright;

namespace Bridge.Page.Tests;

/// <summary>Finding and loading another game of the folder.</summary>
public sealed class GamesTests(Chromium browser, RunningGame game) : IAsyncDisposable
{
    private const string Other = "Other Game (USA, Europe).gba";
    private const string Viewers = "a-token-that-may-look";

    // Restores the game of the other tests, in case a test has loaded another one.
    public async ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        await game.Client.AskForJsonAsync("POST", "/emulators/default/rom", """{"name": "buttontest.gba"}""");
        await game.PlaysAsync();
    }

    private static ILocator Choices(PlayedPage page) => page.Part("game-list").GetByRole(AriaRole.Option);

    private static Task IsChosenAsync(PlayedPage page, string name) =>
        Expect(page.Part("game-list").Locator("[aria-selected=true]")).ToContainTextAsync(name);

    private static async Task OpenGamesAsync(PlayedPage page)
    {
        await page.Part("choose-game").ClickAsync();
        await Expect(Choices(page).First).ToBeVisibleAsync();
        await Expect(page.Part("game-search")).ToBeFocusedAsync();
    }

    [Fact]
    public async Task A_game_is_found_by_parts_of_its_name_and_loaded_with_Enter()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await OpenGamesAsync(page);
        await Expect(Choices(page)).ToHaveCountAsync(7);
        await Expect(Choices(page).First).ToContainTextAsync("4 KiB");
        await page.Page.Keyboard.TypeAsync("éUROPE  other");
        await Expect(Choices(page)).ToHaveCountAsync(1);
        await Expect(page.Part("games-said")).ToHaveTextAsync("1 of 7 games");
        await page.Page.Keyboard.PressAsync("Enter");
        await Expect(page.Part("games")).ToBeHiddenAsync();
        await Expect(page.Part("game")).ToContainTextAsync("OTHERGAME");
        await Expect(page.Page.Locator("#notice")).ToContainTextAsync("OTHERGAME is running.");
        await Expect(page.Part("bezel")).ToBeFocusedAsync();
        await page.MovesAsync();
    }

    [Fact]
    public async Task Arrows_choose_and_a_click_loads()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await OpenGamesAsync(page);
        foreach (var (key, name) in new[] { ("End", "buttontest"), ("ArrowDown", "cut"), ("ArrowUp", "buttontest"),
            ("ArrowUp", "revision"), ("ArrowDown", "buttontest"), ("PageDown", "revision") })
        {
            await page.Page.Keyboard.PressAsync(key);
            await IsChosenAsync(page, name);
        }

        await page.Page.Keyboard.TypeAsync("nothing like this");
        await Expect(page.Part("games-said")).ToHaveTextAsync("No match in 7 games.");
        await Expect(page.Part("game-load")).ToBeDisabledAsync();
        await page.Part("game-search").FillAsync("");
        await Choices(page).Filter(new LocatorFilterOptions { HasText = Other }).ClickAsync();
        await Expect(page.Part("game")).ToContainTextAsync("OTHERGAME");
    }

    [Fact]
    public async Task The_keys_do_not_play_during_a_search()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        var (presses, others) = (await game.PressesAsync(Button.A), await game.PressesAsync(Button.B));
        await OpenGamesAsync(page);
        await page.Page.Keyboard.TypeAsync("xxx");
        // A click on a text removes the focus.
        await page.Page.Locator("#games-title").ClickAsync();
        await page.Page.Keyboard.PressAsync("x");
        await page.Page.Keyboard.PressAsync("Escape");
        await Expect(page.Part("games")).ToBeHiddenAsync();
        await page.Part("bezel").FocusAsync();
        await page.Page.Keyboard.PressAsync("z");
        await Eventually.HoldsAsync(async () => await game.PressesAsync(Button.B) == others + 1, "B was pressed");
        Assert.Equal(presses, await game.PressesAsync(Button.A));
    }

    [Fact]
    public async Task A_refusal_is_shown_in_place()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        page.Expected = "Failed to load resource: the server responded with a status of 400";
        await OpenGamesAsync(page);
        await page.Page.Keyboard.TypeAsync("empty");
        await page.Page.Keyboard.PressAsync("Enter");
        await Expect(page.Part("games-said")).ToHaveTextAsync("name must be a regular file that is not empty; got \"empty.gba\".");
        await page.Part("game-search").FillAsync("other");
        await page.Part("game-load").ClickAsync();
        await Expect(page.Part("game")).ToContainTextAsync("OTHERGAME");
    }

    [Fact]
    public async Task Without_a_folder_it_says_how_to_set_one()
    {
        await using var bridge = BridgeHost.For(game.Emulator.Port, game.Secret, ("Bridge:Emulators:default:PausedAfter", "00:00:05"));
        await using var page = await PlayedPage.OpenAsync(browser, bridge);
        page.Expected = "Failed to load resource: the server responded with a status of 501";
        await page.PlaysAsync();
        await page.Part("choose-game").ClickAsync();
        await Expect(page.Part("games-said")).ToContainTextAsync("set Bridge:RomFolder");
        await Expect(page.Part("game-form")).ToBeHiddenAsync();
    }

    [Fact]
    public async Task A_missing_scope_is_explained_in_place()
    {
        await using var bridge = BridgeHost.For(game.Emulator.Port, game.Secret, ("Bridge:Emulators:default:PausedAfter", "00:00:05"),
            ("Bridge:RomFolder", game.RomFolder),
            ("Bridge:Tokens:viewer:Value", Viewers), ("Bridge:Tokens:viewer:Scopes:0", "read"));
        await using var page = await PlayedPage.OpenAsync(browser, bridge);
        page.Expected = "Failed to load resource: the server responded with a status of 40";
        await page.Page.GetByLabel("Token", new PageGetByLabelOptions { Exact = true }).Last.FillAsync(Viewers);
        await page.Page.GetByRole(AriaRole.Button, new PageGetByRoleOptions { Name = "Continue" }).ClickAsync();
        await page.PlaysAsync();
        await OpenGamesAsync(page);
        await page.Page.Keyboard.PressAsync("Enter");
        await Expect(page.Part("games-said")).ToHaveTextAsync(new Regex("The token viewer allows read; this request needs admin"));
    }

    [Fact]
    public async Task A_game_is_described_with_its_file_its_save_and_its_patch()
    {
        await using var fake = new FakeEmulator();
        fake.Facts = [.. fake.Facts.Select(fact => fact.StartsWith("title=", StringComparison.Ordinal) ? "title=" : fact)];
        fake.FactLines = "file=revision.gba\n"u8.ToArray();
        fake.Answers = async request =>
        {
            if (request.Command == "rom.load")
                fake.FactLines = [.. "file=buttontest.gba\nsave=/roms/buttontest.sav\nsavewritable=0\n"u8,
                    .. "saveproblem=The%20folder%20is%20read-only.\npatch=buttontest.ips\n"u8];
            await (request.Command == "rom.load" ? request.ReplyAsync() : request.RefuseAsync("unsupported"));
            return true;
        };
        await using var bridge = BridgeHost.For(fake.Port, ("Bridge:RomFolder", game.RomFolder));
        await using var page = await PlayedPage.OpenAsync(browser, bridge);
        page.Expected = "Failed to load resource: the server responded with a status of 501";
        await page.ShowsStateAsync("Running");
        await Expect(page.Part("game")).ToHaveTextAsync("revision.gba · ABTE · GBA");
        await Expect(page.Part("game-warning")).ToBeHiddenAsync();
        await OpenGamesAsync(page);
        await IsChosenAsync(page, "revision.gba");
        await Expect(Choices(page).Filter(new LocatorFilterOptions { HasText = "running" })).ToContainTextAsync("revision.gba");
        await page.Page.Keyboard.TypeAsync("button");
        await page.Page.Keyboard.PressAsync("Enter");
        await Expect(page.Page.Locator("#notice")).ToHaveTextAsync(
            "buttontest.gba is running with patch buttontest.ips. Saves of this game are lost when it ends. The folder is read-only.");
        await Expect(page.Part("game-warning")).ToHaveTextAsync("Saves of this game are lost when it ends. The folder is read-only.");
        fake.FactLines = "patch=a.bps\npatchproblem=It%20is%20of%20another%20ROM.\n"u8.ToArray();
        await Expect(page.Part("game-warning")).ToHaveTextAsync("The patch a.bps was not applied. It is of another ROM.");
        await Expect(page.Part("game")).ToHaveTextAsync("unnamed game · ABTE · GBA");
    }

    [Theory]
    [InlineData(1280, ColorScheme.Light)]
    [InlineData(1280, ColorScheme.Dark)]
    [InlineData(360, ColorScheme.Light)]
    [InlineData(360, ColorScheme.Dark)]
    public async Task The_dialog_is_accessible(int width, ColorScheme scheme)
    {
        await using var page = await PlayedPage.OpenAsync(browser, game, width, scheme);
        // Few games: the accessibility check takes a twentieth of a second for each.
        await OpenGamesAsync(page, 20);
        await page.Page.ScreenshotAsync(new PageScreenshotOptions
            { Path = RepositoryRoot.Combine("artifacts", "page", $"games-{width}-{scheme}.png") });
        var found = await page.Page.RunAxe();
        Assert.Empty(
            found.Violations.Select(rule => $"{rule.Id}: {rule.Help}: {string.Join(" | ", rule.Nodes.Select(node => node.Html))}"));
    }

    [Theory]
    [InlineData(1280)]
    [InlineData(360)]
    public async Task The_dialog_with_the_most_games_fits_the_window(int width)
    {
        await using var page = await PlayedPage.OpenAsync(browser, game, width, ColorScheme.Light);
        await OpenGamesAsync(page, 1000);
        Assert.Equal(width, await page.Page.EvaluateAsync<int>("() => document.documentElement.scrollWidth"));
        var dialog = (await page.Part("games").BoundingBoxAsync())!;
        Assert.True(dialog.X >= 0 && dialog.X + dialog.Width <= width && dialog.Y >= 0
            && dialog.Y + dialog.Height <= 900, $"{dialog.X} {dialog.Y} {dialog.Width} {dialog.Height}");
        await page.Page.Keyboard.PressAsync("PageDown");
        await page.Page.Keyboard.PressAsync("PageDown");
        await Expect(page.Part("game-list").Locator("[aria-selected=true]")).ToBeInViewportAsync();
    }

    private static async Task OpenGamesAsync(PlayedPage page, int count)
    {
        await page.Page.RouteAsync("**/roms",
            route => route.FulfillAsync(new RouteFulfillOptions { ContentType = "application/json", Body = Games(count) }));
        await OpenGamesAsync(page);
        await page.Page.Keyboard.PressAsync("ArrowDown");
    }

    // The JSON of a list of games, some with long names.
    private static string Games(int count) => System.Text.Json.JsonSerializer.Serialize(new
    {
        roms = Enumerable.Range(1, count).Select(i => new
        {
            name = i % 7 == 3
                ? $"A Game With A Very Long Name That Goes On Beyond The Width Of A Narrow Window, Part {i} (Europe) (En,Fr,De,Es,It).gba"
                : $"Game {i}.gba",
            size = 1024L * i * i,
        }),
    });
}
