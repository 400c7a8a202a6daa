using System.Collections.Concurrent;
using System.Text.RegularExpressions;
using Deque.AxeCore.Playwright;

namespace Bridge.Page.Tests;

/// <summary>The hosts of a fleet on the page. The test answers for the fleet, so that hosts go and come at once.</summary>
public sealed class FleetTests(Chromium browser, OnDemandBridge bridge) : IClassFixture<OnDemandBridge>
{
    private const string Meters = """
        {"emulators": [], "fleet": {"hosts": {"live": 1, "draining": 1, "lost": 1}, "slots": 16, "free": 3, "waiting": 2, "created": 40,
         "expired": 5, "lost": 8, "resyncs": 1, "engineAgeSeconds": 0.4}}
        """;

    private readonly ConcurrentQueue<string> _drains = new();
    private volatile string[] _hosts = [Host("h07", free: 3), Host("h08", free: 1, draining: "true"), Lost("h09")];

    // `draining` and `state` are JSON, so that `state` can bring further members.
    private static string Host(string id, int free, string draining = "false", string state = "\"live\"") => $$"""
        {"id": "{{id}}", "address": "http://10.0.0.7:7185", "slots": 8, "free": {{free}}, "warm": 1, "draining": {{draining}},
         "version": "1.0", "state": {{state}}}
        """;

    private static string Lost(string id) => Host(id, free: 0, state: "\"lost\", \"seen\": \"2026-11-26T10:00:00Z\"");

    private async Task<PlayedPage> OpenAsync(int width = 1280, ColorScheme scheme = ColorScheme.Light)
    {
        var page = await PlayedPage.OpenAsync(browser, bridge.Bridge, width, scheme, "#emulators");
        await page.Page.RouteAsync("**/meters", route => AnswerAsync(route, Meters));
        await page.Page.RouteAsync("**/hosts", route => AnswerAsync(route, $$"""{"hosts": [{{string.Join(',', _hosts)}}]}"""));
        await page.Page.RouteAsync("**/hosts/*/drain", route =>
        {
            _drains.Enqueue($"{route.Request.Method} {new Uri(route.Request.Url).AbsolutePath}");
            return AnswerAsync(route, "{}");
        });
        await page.Page.GotoAsync(new Uri(bridge.Client.BaseAddress!, "#fleet").ToString());
        await page.Page.ReloadAsync();
        await Expect(RowOf(page, "h07")).ToBeVisibleAsync();
        return page;
    }

    private static Task AnswerAsync(IRoute route, string json) =>
        route.FulfillAsync(new RouteFulfillOptions { ContentType = "application/json", Body = json });

    private static ILocator RowOf(PlayedPage page, string host) => page.Page.GetByRole(AriaRole.Row).Filter(new LocatorFilterOptions
        { Has = page.Page.GetByRole(AriaRole.Rowheader, new PageGetByRoleOptions { Name = host, Exact = true }) });

    private static ILocator ButtonOf(PlayedPage page, string name) =>
        page.Page.GetByRole(AriaRole.Button, new PageGetByRoleOptions { Name = name, Exact = true });

    private static ILocator TabOf(PlayedPage page) => page.Page.GetByRole(AriaRole.Tab, new PageGetByRoleOptions { Name = "Fleet" });

    [Fact]
    public async Task A_bridge_of_its_own_has_no_fleet()
    {
        await using var page = await PlayedPage.OpenAsync(browser, bridge.Bridge, fragment: "#fleet");
        // The page shows the first emulator after it has found no fleet.
        await Expect(page.Part("state")).ToBeVisibleAsync();
        await Expect(TabOf(page)).ToHaveCountAsync(0);
    }

    [Fact]
    public async Task The_hosts_of_the_fleet_are_a_table()
    {
        await using var page = await OpenAsync();
        await Expect(TabOf(page)).ToHaveAttributeAsync("aria-selected", "true");
        await Expect(page.Page).ToHaveTitleAsync("Fleet – Bridge");
        await Expect(RowOf(page, "h07")).ToHaveTextAsync(new Regex("h07Livehttp://10.0.0.7:7185831nowDrain…"));
        await Expect(RowOf(page, "h08")).ToContainTextAsync("Draining");
        await Expect(RowOf(page, "h09")).ToHaveTextAsync(new Regex("Lost.* ago"));
        await Expect(ButtonOf(page, "Drain h09")).ToHaveCountAsync(0);
        await Expect(page.Part("facts")).ToContainTextAsync("Hosts2 live, 1 draining, 1 lost");
        await Expect(page.Part("facts")).ToContainTextAsync("Created by this bridge40");
        await Expect(page.Part("facts")).ToContainTextAsync("Lost with their host8");

        _hosts = _hosts[..1];
        await Expect(RowOf(page, "h09")).ToHaveCountAsync(0);
        await Expect(RowOf(page, "h07")).ToBeVisibleAsync();
    }

    [Fact]
    public async Task The_keyboard_drains_a_host_after_a_question()
    {
        await using var page = await OpenAsync();
        await ButtonOf(page, "Drain h07").FocusAsync();
        await page.Page.Keyboard.PressAsync("Enter");
        var dialog = page.Page.GetByRole(AriaRole.Dialog);
        await Expect(dialog).ToContainTextAsync("Drain h07? It takes no new emulators. Its 5 emulators run on until they end.");
        await page.Page.Keyboard.PressAsync("Escape");
        await Expect(dialog).ToHaveCountAsync(0);
        Assert.Empty(_drains);

        await ButtonOf(page, "Drain h07").ClickAsync();
        _hosts = [Host("h07", free: 3, draining: "true"), .. _hosts[1..]];
        await dialog.GetByRole(AriaRole.Button, new LocatorGetByRoleOptions { Name = "Drain" }).ClickAsync();
        await Expect(page.Page.Locator("#notice")).ToHaveTextAsync("h07 takes no new emulators.");
        await ButtonOf(page, "Resume h07").ClickAsync();
        await Expect(page.Page.Locator("#notice")).ToHaveTextAsync("h07 takes new emulators again.");
        Assert.Equal(["POST /hosts/h07/drain", "DELETE /hosts/h07/drain"], _drains);
    }

    [Theory]
    [InlineData(1280, ColorScheme.Light)]
    [InlineData(1280, ColorScheme.Dark)]
    [InlineData(320, ColorScheme.Dark)]
    public async Task The_fleet_fits_the_window_and_is_accessible(int width, ColorScheme scheme)
    {
        await using var page = await OpenAsync(width, scheme);
        await page.Page.ScreenshotAsync(new PageScreenshotOptions
            { Path = RepositoryRoot.Combine("artifacts", "page", $"fleet-{width}-{scheme}.png"), FullPage = true });
        var found = await page.Page.RunAxe();
        Assert.Empty(
            found.Violations.Select(rule => $"{rule.Id}: {rule.Help}: {string.Join(" | ", rule.Nodes.Select(node => node.Html))}"));
        Assert.Equal(width, await page.Page.EvaluateAsync<int>("() => document.documentElement.scrollWidth"));
    }
}
