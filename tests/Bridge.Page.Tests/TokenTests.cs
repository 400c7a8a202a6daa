using System.Text.RegularExpressions;

namespace Bridge.Page.Tests;

/// <summary>The page of a bridge that needs tokens.</summary>
public sealed class TokenTests(Chromium browser, RunningGame game)
{
    private const string Mine = "a-token-that-may-do-all";
    private const string Viewers = "a-token-that-may-look";

    private BridgeHost Start() =>
        new(("Bridge:Emulators:default:Port", $"{game.Emulator.Port}"), game.Secret, ("Bridge:Tokens:me:Value", Mine),
            ("Bridge:Tokens:viewer:Value", Viewers), ("Bridge:Tokens:viewer:Scopes:0", "read"));

    private async Task<PlayedPage> OpenAsync(BridgeHost bridge)
    {
        var page = await PlayedPage.OpenAsync(browser, bridge);
        page.Expected = "Failed to load resource: the server responded with a status of 401";
        return page;
    }

    private static async Task GiveAsync(PlayedPage page, string token)
    {
        await page.Page.GetByLabel("Token", new PageGetByLabelOptions { Exact = true }).Last.FillAsync(token);
        await page.Page.GetByRole(AriaRole.Button, new PageGetByRoleOptions { Name = "Continue" }).ClickAsync();
    }

    [Fact]
    public async Task The_page_asks_for_a_token_and_keeps_it_only_in_the_tab()
    {
        await using var bridge = Start();
        await using var page = await OpenAsync(bridge);
        var addresses = new List<string>();
        page.Page.Request += (_, request) => addresses.Add(request.Url);
        await Expect(page.Page.GetByRole(AriaRole.Dialog)).ToContainTextAsync("This bridge requires a token");
        await GiveAsync(page, "a-token-of-nobody");
        await Expect(page.Page.GetByRole(AriaRole.Dialog)).ToContainTextAsync("The bridge refused that token");
        await GiveAsync(page, Mine);
        await page.PlaysAsync();
        await page.MovesAsync();
        var presses = await game.PressesAsync(Button.B);
        await page.Page.Locator("[data-button=B]").ClickAsync();
        await Eventually.HoldsAsync(async () => await game.PressesAsync(Button.B) == presses + 1, "B was pressed");

        await page.ClickAsync("Screen", "Copy as code: the screen as a PNG");
        await Expect(page.Page.Locator("#code code")).ToContainTextAsync("$BRIDGE_TOKEN");
        await page.Page.Keyboard.PressAsync("Escape");
        await page.Page.ReloadAsync();
        await page.PlaysAsync();
        Assert.DoesNotContain(addresses, address => address.Contains("a-token", StringComparison.Ordinal));

        await page.Page.GetByRole(AriaRole.Button, new PageGetByRoleOptions { Name = "Forget token" }).ClickAsync();
        await Expect(page.Page.GetByRole(AriaRole.Dialog)).ToContainTextAsync("This bridge requires a token");
    }

    [Fact]
    public async Task A_missing_scope_is_explained()
    {
        await using var bridge = Start();
        await using var page = await OpenAsync(bridge);
        await GiveAsync(page, Viewers);
        await page.PlaysAsync();
        await page.MovesAsync();
        page.Expected = "Failed to load resource: the server responded with a status of 40";
        await page.Page.Keyboard.PressAsync("x");
        await Expect(page.Page.Locator("#notice")).ToHaveTextAsync(new Regex("The token viewer allows read; this request needs input"));
        await Expect(page.Part("state-list")).ToContainTextAsync("this request needs states");
    }
}
