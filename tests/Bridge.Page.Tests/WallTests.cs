using System.Text.RegularExpressions;
using Deque.AxeCore.Playwright;

namespace Bridge.Page.Tests;

/// <summary>The wall of all emulators: small pictures, creating, opening and ending.</summary>
public sealed class WallTests(Chromium browser, OnDemandBridge bridge) : IClassFixture<OnDemandBridge>, IAsyncLifetime
{
    private const string Wall = "#emulators";
    private const string Viewers = "a-token-that-may-look";

    public ValueTask InitializeAsync() => ValueTask.CompletedTask;

    public async ValueTask DisposeAsync() => await bridge.EndAllAsync();

    private Task<PlayedPage> OpenAsync(int width = 1280, ColorScheme scheme = ColorScheme.Light) =>
        PlayedPage.OpenAsync(browser, bridge.Bridge, width, scheme, Wall);

    internal static ILocator CardOf(PlayedPage page, string name) => page.Page.GetByRole(AriaRole.Listitem).Filter(
        new LocatorFilterOptions { Has = page.Page.GetByRole(AriaRole.Heading, new PageGetByRoleOptions { Name = name, Exact = true }) });

    internal static ILocator ButtonOf(PlayedPage page, string name) =>
        page.Page.GetByRole(AriaRole.Button, new PageGetByRoleOptions { Name = name, Exact = true });

    private static ILocator TabOf(PlayedPage page, string name) =>
        page.Page.GetByRole(AriaRole.Tab, new PageGetByRoleOptions { Name = name, Exact = true });

    private static async Task ChooseAsync(PlayedPage page, string rom, string name)
    {
        await Expect(page.Part("create-button")).ToBeEnabledAsync();
        await page.Part("rom").FillAsync(rom);
        await page.Part("new-name").FillAsync(name);
        await Expect(page.Part("rom")).ToHaveValueAsync(rom);
    }

    internal static Task<string> PictureAsync(ILocator card) =>
        card.Locator("canvas").EvaluateAsync<string>("canvas => canvas.toDataURL()");

    private static async Task MovesAsync(ILocator card)
    {
        await card.ScrollIntoViewIfNeededAsync();
        await Expect(card.Locator(".bezel.stale")).ToHaveCountAsync(0);
        var before = await PictureAsync(card);
        await Eventually.HoldsAsync(async () => await PictureAsync(card) != before, "the picture on the wall moves");
    }

    [Fact]
    public async Task An_emulator_is_created_seen_opened_and_ended()
    {
        await using var page = await OpenAsync();
        await Expect(CardOf(page, "default")).ToContainTextAsync("othing listens at");
        await Expect(CardOf(page, "default").GetByRole(AriaRole.Button)).ToHaveTextAsync(["Open"]);
        await ChooseAsync(page, "buttontest.gba", "red");
        await page.Part("never").CheckAsync();
        await page.Part("create-button").ClickAsync();
        await Expect(page.Part("create-said")).ToHaveTextAsync("Created red.");
        var card = CardOf(page, "red");
        await Expect(card).ToContainTextAsync("BUTTONTEST · GBA");
        await Expect(card).ToContainTextAsync("Stays until it is ended.");
        await Expect(page.Part("count")).ToHaveTextAsync("2 emulators, 1 running");
        await MovesAsync(card);
        var (end, open) = (await ButtonOf(page, "End red").BoundingBoxAsync(), await ButtonOf(page, "Open red").BoundingBoxAsync());
        Assert.Equal(end!.Y, open!.Y);
        Assert.True(end.X < open.X, "The buttons stand in a row.");

        await ButtonOf(page, "Open red").ClickAsync();
        await page.PlaysAsync();
        await Expect(page.Part("game")).ToContainTextAsync("BUTTONTEST");
        await Expect(TabOf(page, "red")).ToHaveAttributeAsync("aria-selected", "true");
        await Expect(page.Part("bezel")).ToBeFocusedAsync();
        var asked = new List<string>();
        page.Page.Request += (_, request) => asked.Add(new Uri(request.Url).AbsolutePath);
        await RunsOnAsync(page, 90);
        Assert.DoesNotContain(asked, path => path is "/emulators" || path.EndsWith("/screen", StringComparison.Ordinal));

        await TabOf(page, "Emulators").ClickAsync();
        await ButtonOf(page, "End red").ClickAsync();
        await ButtonOf(page, "Cancel").ClickAsync();
        await Expect(card).ToBeVisibleAsync();
        await ButtonOf(page, "End red").ClickAsync();
        await page.Page.GetByRole(AriaRole.Dialog).GetByRole(AriaRole.Button, new LocatorGetByRoleOptions { Name = "End" }).ClickAsync();
        await Expect(page.Page.Locator("#notice")).ToHaveTextAsync("Ended red.");
        await Expect(card).ToHaveCountAsync(0);
        await Expect(TabOf(page, "red")).ToHaveCountAsync(0);
        Assert.Empty(await bridge.NamesAsync());
    }

    // Waits until the shown game has run for some frames.
    private static async Task RunsOnAsync(PlayedPage page, int frames)
    {
        var start = await FrameAsync(page);
        await Eventually.HoldsAsync(async () => await FrameAsync(page) >= start + frames, $"{frames} frames pass");
    }

    private static async Task<long> FrameAsync(PlayedPage page) => long.Parse(
        await page.Part("frame").InnerTextAsync(), System.Globalization.NumberStyles.AllowThousands,
        System.Globalization.CultureInfo.InvariantCulture);

    [Fact]
    public async Task The_keyboard_creates_and_opens()
    {
        await using var page = await OpenAsync();
        await Expect(page.Part("create-button")).ToBeEnabledAsync();
        await page.Page.GetByLabel("ROM").FocusAsync();
        await page.Page.Keyboard.TypeAsync("loop");
        await page.Page.Keyboard.PressAsync("Tab");
        await page.Page.Keyboard.TypeAsync("small");
        await page.Page.Keyboard.PressAsync("Enter");
        await Expect(CardOf(page, "small")).ToContainTextAsync("LOOP · GB");
        await Expect(CardOf(page, "small")).ToContainTextAsync("Ends after 10 min without use.");
        await Expect(CardOf(page, "small").Locator("canvas")).ToHaveJSPropertyAsync("height", 144);
        await ButtonOf(page, "Open small").FocusAsync();
        await page.Page.Keyboard.PressAsync("Enter");
        await Expect(page.Part("game")).ToContainTextAsync("LOOP");
        await page.Page.GoBackAsync();
        await Expect(CardOf(page, "small")).ToBeVisibleAsync();
    }

    [Fact]
    public async Task A_ROM_is_found_by_parts_of_its_name()
    {
        await using var page = await OpenAsync();
        var (rom, list) = (page.Part("rom"), page.Part("rom-list"));
        await Expect(page.Part("create-button")).ToBeEnabledAsync();
        await Expect(list).ToBeHiddenAsync();
        await rom.FocusAsync();
        await Expect(list).ToBeVisibleAsync();
        await rom.FillAsync("europe other");
        await Expect(list.GetByRole(AriaRole.Option)).ToHaveCountAsync(1);
        await list.GetByRole(AriaRole.Option).ClickAsync();
        await Expect(rom).ToHaveValueAsync("Other Game (USA, Europe).gba");
        await Expect(list).ToBeHiddenAsync();
        await Expect(rom).ToBeFocusedAsync();

        await rom.FillAsync("buttontest");
        await page.Page.Keyboard.PressAsync("Enter");
        await Expect(rom).ToHaveValueAsync("buttontest.gba");
        await rom.FillAsync("nothing like this");
        await page.Part("create-button").ClickAsync();
        Assert.Equal("No game of the ROM folder matches \"nothing like this\".",
            await rom.EvaluateAsync<string>("field => field.validationMessage"));
        await rom.FillAsync("o");
        await page.Page.Keyboard.PressAsync("Escape");
        await Expect(list).ToBeHiddenAsync();
        Assert.Empty(await bridge.NamesAsync());
    }

    [Fact]
    public async Task A_failed_creation_shows_its_sentence()
    {
        await using var page = await OpenAsync();
        page.Expected = "Failed to load resource: the server responded with a status of";
        await ChooseAsync(page, "garbage.gba", "");
        await page.Part("create-button").ClickAsync();
        await Expect(page.Part("create-said")).ToHaveTextAsync(new Regex("The emulator did not start"));
        await ChooseAsync(page, "buttontest.gba", "default");
        await page.Part("create-button").ClickAsync();
        await Expect(page.Part("create-said")).ToHaveTextAsync("name must be new; there is an emulator \"default\" already.");
        await Expect(page.Part("create-said")).ToHaveClassAsync(new Regex("bad"));
    }

    [Fact]
    public async Task A_missing_scope_is_explained_next_to_the_form()
    {
        await using var guarded = new BridgeHost(
            [.. bridge.Settings, ("Bridge:Tokens:viewer:Value", Viewers), ("Bridge:Tokens:viewer:Scopes:0", "read")]);
        await using var page = await PlayedPage.OpenAsync(browser, guarded, fragment: Wall);
        page.Expected = "Failed to load resource: the server responded with a status of 40";
        await page.Page.GetByLabel("Token", new PageGetByLabelOptions { Exact = true }).Last.FillAsync(Viewers);
        await ButtonOf(page, "Continue").ClickAsync();
        await ChooseAsync(page, "buttontest.gba", "");
        await page.Part("create-button").ClickAsync();
        await Expect(page.Part("create-said")).ToHaveTextAsync(new Regex("The token viewer allows read; this request needs admin"));
    }

    [Fact]
    public async Task Emulators_of_other_clients_appear_with_their_labels_and_leave()
    {
        await using var page = await OpenAsync();
        // The picture of an emulator that has just ended: 404, or 503 if it was asked for before.
        page.Expected = "Failed to load resource: the server responded with a status of ";
        await Expect(page.Part("count")).ToHaveTextAsync("1 emulator, 0 running");
        await bridge.CreateAsync(""", "name": "blue", "labels": {"task": "maze"}""");
        var card = CardOf(page, "blue");
        await Expect(card).ToContainTextAsync("task: maze");
        await ButtonOf(page, "End blue").FocusAsync();
        await bridge.EndAsync("blue");
        await Expect(card).ToHaveCountAsync(0);
        await Expect(ButtonOf(page, "Open default")).ToBeFocusedAsync();
        await page.Page.GotoAsync(new Uri(bridge.Client.BaseAddress!, "#/blue").ToString());
        await Expect(page.Page.Locator("#notice")).ToHaveTextAsync("There is no emulator \"blue\" any more.");
        await Expect(page.Part("cards")).ToBeVisibleAsync();
    }

    [Fact]
    public async Task Only_pictures_on_screen_are_asked_for_and_only_changed_ones_sent()
    {
        foreach (var name in new[] { "one", "two" })
            await bridge.CreateAsync($$""", "name": "{{name}}" """);
        await bridge.Client.AskForJsonAsync("POST", "/emulators/two/frames/hold", """{"leaseSeconds": 60}""");
        await using var page = await OpenAsync(400);
        var statuses = new System.Collections.Concurrent.ConcurrentQueue<(string Name, int Status)>();
        page.Page.Response += (_, response) =>
        {
            if (response.Url.EndsWith("/screen", StringComparison.Ordinal))
                statuses.Enqueue((response.Url.Split('/')[^2], response.Status));
        };
        await CardOf(page, "two").ScrollIntoViewIfNeededAsync();
        await Eventually.HoldsAsync(() => statuses.Count(one => one == ("two", 304)) >= 2, "the picture of a held game stays");
        Assert.InRange(statuses.Count(one => one == ("two", 200)), 0, 1);
        await page.Page.SetViewportSizeAsync(400, 60);
        await page.Page.EvaluateAsync("() => scrollTo(0, 0)");
        await page.Page.EvaluateAsync("async () => { for (let i = 0; i < 20; i++) await new Promise(requestAnimationFrame); }");
        statuses.Clear();
        // Two turns of the list pass.
        for (var i = 0; i < 2; i++)
            await page.Page.WaitForResponseAsync(response => response.Url.EndsWith("/emulators", StringComparison.Ordinal));
        Assert.Empty(statuses);
    }

    [Theory]
    [InlineData(1280, ColorScheme.Light)]
    [InlineData(1280, ColorScheme.Dark)]
    [InlineData(400, ColorScheme.Light)]
    [InlineData(320, ColorScheme.Dark)]
    public async Task The_wall_fits_the_window_and_is_accessible(int width, ColorScheme scheme)
    {
        await bridge.CreateAsync(""", "name": "red", "labels": {"task": "maze", "run": "7"}""");
        await bridge.CreateAsync(""", "name": "a-name-of-thirty-two-characters-" """);
        await using var page = await OpenAsync(width, scheme);
        await MovesAsync(CardOf(page, "red"));
        await page.Part("rom").FocusAsync();
        await Expect(page.Part("rom-list")).ToBeVisibleAsync();
        await page.Page.ScreenshotAsync(new PageScreenshotOptions
            { Path = RepositoryRoot.Combine("artifacts", "page", $"wall-{width}-{scheme}.png"), FullPage = true });
        var found = await page.Page.RunAxe();
        Assert.Empty(
            found.Violations.Select(rule => $"{rule.Id}: {rule.Help}: {string.Join(" | ", rule.Nodes.Select(node => node.Html))}"));
        Assert.Equal(width, await page.Page.EvaluateAsync<int>("() => document.documentElement.scrollWidth"));
    }
}
