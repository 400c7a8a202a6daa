using System.Text.RegularExpressions;

namespace Bridge.Page.Tests;

/// <summary>Swagger UI as the bridge serves it: an introduction, a search and closed groups.</summary>
public sealed class SwaggerTests(Chromium browser, OnDemandBridge bridge) : IClassFixture<OnDemandBridge>
{
    [Fact]
    public async Task It_begins_with_an_introduction_a_search_and_closed_groups()
    {
        await using var page = await PlayedPage.OpenAsync(browser, bridge.Bridge, fragment: "swagger/index.html");
        var (groups, operations) = (page.Page.Locator(".opblock-tag-section"), page.Page.Locator(".opblock"));
        await Expect(groups.Filter(new LocatorFilterOptions { HasText = "Buttons" })).ToBeVisibleAsync();
        await Expect(operations).ToHaveCountAsync(0);
        await Expect(page.Page.Locator(".info .description")).ToContainTextAsync("Begin with Buttons, Screen and Memory");
        await page.Page.ScreenshotAsync(new PageScreenshotOptions { Path = RepositoryRoot.Combine("artifacts", "page", "swagger.png") });

        // Both words are in the summary or the path, in any order.
        await Expect(page.Page.GetByLabel("Search")).ToBeVisibleAsync();
        await page.Page.Locator(".operation-filter-input").PressSequentiallyAsync("sequence buttons POST");
        await Expect(groups).ToHaveCountAsync(1);
        await Expect(operations).ToHaveCountAsync(1);
        await Expect(operations).ToContainTextAsync(new Regex("buttons.*sequence"));
        await page.Page.Locator(".operation-filter-input").FillAsync("");
        await Expect(operations).ToHaveCountAsync(0);
        await Expect(groups.Nth(5)).ToBeVisibleAsync();
    }
}
