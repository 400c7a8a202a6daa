using Deque.AxeCore.Playwright;

namespace Bridge.Page.Tests;

/// <summary>
/// The layout of the page: it fits the window and is accessible. The screenshots are for people;
/// one of them is README's, and is taken again with BRIDGE_REWRITE_SNAPSHOTS=1.
/// </summary>
public sealed class LookTests(Chromium browser, RunningGame game)
{
    private const int NarrowestWidth = 320;

    private static readonly string Pictures = RepositoryRoot.Combine("artifacts", "page");

    [Theory]
    [InlineData(1280, ColorScheme.Light)]
    [InlineData(360, ColorScheme.Dark)]
    [InlineData(NarrowestWidth, ColorScheme.Light)]
    public async Task The_page_fits_the_window_and_is_accessible(int width, ColorScheme scheme)
    {
        await using var page = await PlayedPage.OpenAsync(browser, game, width, scheme);
        await ShowSomethingAsync(page);
        await page.Page.Keyboard.DownAsync("ArrowRight");
        await page.Page.Keyboard.DownAsync("x");
        await page.MovesAsync();
        await page.Page.ScreenshotAsync(new PageScreenshotOptions
            { Path = Path.Combine(Pictures, $"{width}-{scheme}.png"), FullPage = true });
        if (width != NarrowestWidth)
            await IsAccessibleAsync(page);
        if (width == 1280 && Environment.GetEnvironmentVariable("BRIDGE_REWRITE_SNAPSHOTS") == "1")
        {
            await Expect(page.Page.Locator("#notice")).ToBeEmptyAsync();
            await page.Page.EvaluateAsync("() => scrollTo(0, 0)");
            await page.Page.ScreenshotAsync(new PageScreenshotOptions { Path = RepositoryRoot.Combine("docs", "page.png") });
        }

        Assert.Equal(width, await page.Page.EvaluateAsync<int>("() => document.documentElement.scrollWidth"));
    }

    private static async Task IsAccessibleAsync(PlayedPage page)
    {
        var found = await page.Page.RunAxe();
        Assert.Empty(
            found.Violations.Select(rule => $"{rule.Id}: {rule.Help}: {string.Join(" | ", rule.Nodes.Select(node => node.Html))}"));
    }

    [Fact]
    public async Task The_pictures_of_a_pixel_are_squares_of_whole_pixels()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        var shown = (await page.Part("canvas").BoundingBoxAsync())!;
        Assert.Equal((480, 320), (shown.Width, shown.Height));
    }

    [Fact]
    public async Task The_picture_is_saved_as_a_PNG_of_the_games_size()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        var download = await page.Page.RunAndWaitForDownloadAsync(() => page.ClickAsync("Screen", "Save picture"));
        Assert.Matches(@"^BUTTONTEST [0-9]+\.png$", download.SuggestedFilename);
        var picture = new PngPicture(await File.ReadAllBytesAsync(await download.PathAsync()));
        Assert.Equal((240, 160), (picture.Width, picture.Height));
    }

    [Fact]
    public async Task No_picture_is_taken_while_the_page_is_hidden()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await page.MovesAsync();
        await SetHiddenAsync(page, true);
        var last = await page.PictureAsync();
        await game.PlayOnAsync(30);
        Assert.Equal(last, await page.PictureAsync());
        await SetHiddenAsync(page, false);
        await page.MovesAsync();
    }

    // A headless browser never hides a page by itself.
    private static async Task SetHiddenAsync(PlayedPage page, bool hidden) => await page.Page.EvaluateAsync("""
        async hidden => {
          Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
          // Gives a picture that had already arrived the time to be drawn.
          for (let i = 0; i < 10; i++) await new Promise(requestAnimationFrame);
        }
        """, hidden);

    private static async Task ShowSomethingAsync(PlayedPage page)
    {
        foreach (var (address, name) in new[] { ("0x02000000", "Frames"),
            ("0x02000040", "A held"), ("[0x02000008]+4", "Behind a pointer") })
        {
            await page.Part("watch-address").FillAsync(address);
            await page.Part("watch-name").FillAsync(name);
            await page.ClickAsync("Watches", "Add");
            await Expect(page.Part("watch-list")).ToContainTextAsync(name);
        }

        await page.Part("state-name").FillAsync("before-boss");
        await page.ClickAsync("Save states", "Save");
        await Expect(page.Part("state-list")).ToContainTextAsync("before-boss");
        await page.Part("search-value").FillAsync("0");
        await page.ClickAsync("Search", "Search");
        await Expect(page.Part("found")).ToContainTextAsync("in frame");
        await page.Part("bezel").FocusAsync();
    }
}
