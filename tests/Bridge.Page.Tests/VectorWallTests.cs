namespace Bridge.Page.Tests;

/// <summary>Vectors on the wall.</summary>
public sealed class VectorWallTests(Chromium browser, OnDemandBridge bridge) : IClassFixture<OnDemandBridge>
{
    [Fact]
    public async Task A_vector_is_seen_with_the_pictures_of_its_games_and_ended()
    {
        await using var page = await PlayedPage.OpenAsync(browser, bridge.Bridge, 1280, ColorScheme.Light, "#emulators");
        await Expect(page.Part("vectors")).ToBeHiddenAsync();
        using var created = await bridge.Client.AskAsync("POST", "/vectors",
            """{"rom": "buttontest.gba", "count": 1, "name": "maze", "picture": {"width": 9, "height": 6}, "lease": {"seconds": 3600}}""");
        Assert.Equal(201, (int)created.StatusCode);
        var card = WallTests.CardOf(page, "maze");
        await Expect(card).ToContainTextAsync("BUTTONTEST · GBA");
        await Expect(card).ToContainTextAsync("Ends after 60 min without use.");
        await Expect(page.Part("vector-count")).ToHaveTextAsync("1 vector, 1 game");
        await Expect(card.Locator(".bezel.stale")).ToHaveCountAsync(0);
        var before = await WallTests.PictureAsync(card);
        using var stepped = await bridge.Client.AskAsync("POST", "/vectors/maze/step", """{"keys": [1], "frames": 30}""");
        await Eventually.HoldsAsync(async () => await WallTests.PictureAsync(card) != before, "the picture shows the step");

        await WallTests.ButtonOf(page, "End maze").ClickAsync();
        await page.Page.GetByRole(AriaRole.Dialog).GetByRole(AriaRole.Button, new LocatorGetByRoleOptions { Name = "End" }).ClickAsync();
        await Expect(page.Part("vectors")).ToBeHiddenAsync();
        using var gone = await bridge.Client.AskAsync("GET", "/vectors/maze");
        Assert.Equal(404, (int)gone.StatusCode);
    }
}
