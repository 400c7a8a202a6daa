namespace Bridge.Page.Tests;

/// <summary>Tests the dialog that explains how to connect a language model.</summary>
public sealed class ModelsTests(Chromium browser, RunningGame game)
{
    [Fact]
    public async Task It_shows_the_address_and_a_configuration_to_copy()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await page.Page.GetByRole(AriaRole.Button, new PageGetByRoleOptions { Name = "Language models" }).ClickAsync();
        var dialog = page.Page.Locator("#models");
        var address = new Uri(new Uri(page.Page.Url), "/mcp").ToString();
        await Expect(dialog.Locator("code")).ToHaveTextAsync(address);
        await dialog.GetByRole(AriaRole.Button, new LocatorGetByRoleOptions { Name = "Copy" }).ClickAsync();
        await Expect(page.Page.Locator("#notice")).ToHaveTextAsync("Copied.");
        Assert.Contains($"\"url\": \"{address}\"",
            await page.Page.EvaluateAsync<string>("() => navigator.clipboard.readText()"), StringComparison.Ordinal);
    }
}
