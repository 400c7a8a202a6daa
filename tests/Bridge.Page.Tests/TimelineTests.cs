using System.Collections.Concurrent;
using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using Deque.AxeCore.Playwright;

namespace Bridge.Page.Tests;

/// <summary>The timeline below the screen: pictures of the past, and the way back there.</summary>
public sealed class TimelineTests(Chromium browser, RunningGame game, StockGame stock) : IClassFixture<StockGame>, IAsyncDisposable
{
    private const string Hold = "/emulators/default/frames/hold";

    public async ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        using var released = await game.Client.AskAsync("DELETE", $"{Hold}?force=true");
        await game.PlaysAsync();
    }

    private static Task<string> PastAsync(PlayedPage page) =>
        page.Part("past").EvaluateAsync<string>("canvas => canvas.hidden ? '' : canvas.toDataURL()");

    // Waits for the picture of the slider's frame.
    private static async Task<string> ShownPastAsync(PlayedPage page)
    {
        await Expect(page.Page.Locator(".bezel.past:not(.loading)")).ToHaveCountAsync(1);
        return await PastAsync(page);
    }

    private static async Task<long> ValueAsync(PlayedPage page) =>
        long.Parse(await page.Part("moment").InputValueAsync(), CultureInfo.InvariantCulture);

    private Task<JsonElement> HistoryAsync() => game.Client.GetJsonAsync("/emulators/default/history");

    /// <summary>Opens the page of a game that is frozen after some seconds, and waits until the slider is at its frame.</summary>
    private async Task<(PlayedPage Page, long Now)> OpenFrozenAsync(int width = 1280, ColorScheme scheme = ColorScheme.Light,
        int height = 900)
    {
        var page = await PlayedPage.OpenAsync(browser, game, width, scheme, height);
        // A press drops the future that a rewind of another test may have left.
        await game.Client.AskForJsonAsync("POST", "/emulators/default/buttons/press", """{"buttons": ["B"], "wait": true}""");
        var begin = (await HistoryAsync()).GetProperty("from").GetInt64();
        await Eventually.HoldsAsync(
            async () => (await HistoryAsync()).GetProperty("now").GetInt64() > begin + 700, "there are twelve seconds of history");
        await game.Client.AskForJsonAsync("POST", Hold, """{"leaseSeconds": 60}""");
        var now = (await HistoryAsync()).GetProperty("now").GetInt64();
        await Expect(page.Part("moment")).ToHaveValueAsync($"{now}");
        await Expect(page.Part("distance")).ToHaveTextAsync("Now");
        await page.ShowsPresentAsync();
        return (page, now);
    }

    [Fact]
    public async Task A_drag_shows_the_past_and_the_game_continues_from_there()
    {
        var (page, now) = await OpenFrozenAsync();
        await using var closed = page;
        var present = await page.PictureAsync();
        var clips = await game.ClipsAsync();
        var slider = (await page.Part("moment").BoundingBoxAsync())!;
        var middle = slider.Y + (slider.Height / 2);
        await Expect(page.Part("continue-here")).ToBeHiddenAsync();
        await page.Page.Mouse.MoveAsync(slider.X + slider.Width - 8, middle);
        await page.Page.Mouse.DownAsync();
        await page.Page.Mouse.MoveAsync(slider.X + (slider.Width * 0.7f), middle);
        var first = await ShownPastAsync(page);
        await page.Page.Mouse.MoveAsync(slider.X + (slider.Width * 0.5f), middle);
        var second = await ShownPastAsync(page);
        await page.Page.Mouse.UpAsync();
        Assert.Equal(3, new HashSet<string> { present, first, second }.Count);
        Assert.Equal(present, await page.PictureAsync());
        Assert.Equal(now, (await HistoryAsync()).GetProperty("now").GetInt64());
        await Expect(page.Part("distance")).ToHaveTextAsync(new Regex("^[0-9. min]+ s ago$"));

        var frame = await ValueAsync(page);
        await page.Part("continue-here").ClickAsync();
        await Expect(page.Page.Locator("#notice")).ToHaveTextAsync(
            string.Create(CultureInfo.InvariantCulture, $"The game went to frame {frame:N0}."));
        Assert.Equal(frame, (await HistoryAsync()).GetProperty("now").GetInt64());
        await Expect(page.Part("past")).ToBeHiddenAsync();
        await Expect(page.Part("distance")).ToHaveTextAsync("Now");
        await Expect(page.Part("bezel")).ToBeFocusedAsync();
        await Eventually.HoldsAsync(async () => await page.PictureAsync() == second, "the live picture is that of the frame");
        await Eventually.HoldsAsync(async () => await game.ClipsAsync() <= clips, "the clips of one frame are deleted");
    }

    [Fact]
    public async Task The_keyboard_moves_in_time_and_only_the_last_picture_is_asked_for()
    {
        var (page, now) = await OpenFrozenAsync();
        await using var closed = page;
        var asked = new ConcurrentQueue<string>();
        page.Page.Request += (_, request) =>
        {
            if (request.Method == "POST" && request.Url.EndsWith("/clips", StringComparison.Ordinal))
                asked.Enqueue(request.PostData!);
        };
        await page.Part("moment").FocusAsync();
        foreach (var key in new[] { "ArrowLeft", "ArrowLeft", "Shift+ArrowRight", "PageDown", "PageUp", "ArrowDown", "Home" })
            await page.Page.Keyboard.PressAsync(key);
        await page.Page.Keyboard.PressAsync("PageUp");
        var from = long.Parse((await page.Part("moment").GetAttributeAsync("min"))!, CultureInfo.InvariantCulture);
        // Ten seconds from the beginning.
        await Expect(page.Part("moment")).ToHaveValueAsync($"{from + 597}");
        await ShownPastAsync(page);
        Assert.InRange(asked.Count, 1, 8);
        Assert.Contains($"\"from\":{from + 597},", asked.Last(), StringComparison.Ordinal);

        await page.Page.Keyboard.PressAsync("End");
        await Expect(page.Part("past")).ToBeHiddenAsync();
        await page.Page.Keyboard.PressAsync("ArrowLeft");
        await Expect(page.Part("moment")).ToHaveValueAsync($"{now - 60}");
        await Expect(page.Part("moment")).ToHaveAttributeAsync("aria-valuetext", new Regex("^1.0 s ago, frame [0-9,]+$"));
        await ShownPastAsync(page);
        await page.Page.Keyboard.PressAsync("Tab");
        await page.Page.Keyboard.PressAsync("Tab");
        await page.Page.Keyboard.PressAsync("Tab");
        await page.Page.Keyboard.PressAsync("Tab");
        await Expect(page.Part("back-to-now")).ToBeFocusedAsync();
        await page.Page.Keyboard.PressAsync("Enter");
        await Expect(page.Part("past")).ToBeHiddenAsync();
        await Expect(page.Part("moment")).ToBeFocusedAsync();
    }

    [Fact]
    public async Task A_press_on_the_pad_shows_the_present_again()
    {
        var (page, _) = await OpenFrozenAsync();
        await using var closed = page;
        await page.Part("moment").FocusAsync();
        await page.Page.Keyboard.PressAsync("PageDown");
        await ShownPastAsync(page);
        await page.Page.Locator("[data-button=A]").ClickAsync();
        await Expect(page.Part("past")).ToBeHiddenAsync();
    }

    [Fact]
    public async Task A_mark_is_a_tick_and_a_click_shows_its_frame()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        var marked = await game.Client.AskForJsonAsync("POST", "/emulators/default/history/marks", """{"name": "before the boss"}""");
        var tick = page.Part("marks").GetByRole(AriaRole.Listitem).Filter(new LocatorFilterOptions { HasText = "before the boss" });
        await Expect(tick).ToHaveCountAsync(1);
        await game.PlayOnAsync(60);
        await game.Client.AskForJsonAsync("POST", Hold, """{"leaseSeconds": 60}""");
        await tick.ClickAsync();
        await Expect(page.Part("moment")).ToHaveValueAsync($"{marked.GetProperty("at").GetInt64()}");
        await ShownPastAsync(page);
    }

    [Fact]
    public async Task Nothing_but_the_range_is_asked_for_while_nobody_uses_it()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        var asked = new ConcurrentQueue<string>();
        page.Page.Request += (_, request) => asked.Enqueue(new Uri(request.Url).AbsolutePath);
        for (var i = 0; i < 2; i++)
            await page.Page.WaitForRequestAsync(request => request.Url.EndsWith("/history", StringComparison.Ordinal));
        Assert.DoesNotContain(asked, path => path.Contains("/clips", StringComparison.Ordinal)
            || path.Contains("/audio", StringComparison.Ordinal));
    }

    [Fact]
    public async Task An_emulator_without_a_history_has_no_timeline()
    {
        await using var page = await PlayedPage.OpenAsync(browser, stock);
        await Expect(page.Part("rewind")).ToBeHiddenAsync();
        foreach (var part in new[] { "timeline", "clip", "sound", "play-sound" })
            await Expect(page.Part(part)).ToBeHiddenAsync();
    }

    [Theory]
    [InlineData(1280, 900, ColorScheme.Light)]
    [InlineData(1280, 900, ColorScheme.Dark)]
    [InlineData(390, 844, ColorScheme.Light)]
    [InlineData(390, 844, ColorScheme.Dark)]
    [InlineData(320, 568, ColorScheme.Dark)]
    public async Task The_timeline_fits_the_window_moves_nothing_and_is_accessible(int width, int height, ColorScheme scheme)
    {
        var (page, _) = await OpenFrozenAsync(width, scheme, height);
        await using var closed = page;
        var pad = await page.Part("pad").EvaluateAsync<float>("pad => pad.offsetTop");
        await page.Part("moment").FocusAsync();
        await page.Page.Keyboard.PressAsync("PageDown");
        await ShownPastAsync(page);
        Assert.Equal(pad, await page.Part("pad").EvaluateAsync<float>("pad => pad.offsetTop"));
        await IsFineAsync("past");
        await page.Part("clip").ClickAsync();
        await page.Part("clip-make").ClickAsync();
        await Expect(page.Part("clip-download")).ToBeVisibleAsync();
        await IsFineAsync("clip");

        async Task IsFineAsync(string what)
        {
            await page.Page.ScreenshotAsync(new PageScreenshotOptions
                { Path = RepositoryRoot.Combine("artifacts", "page", $"{what}-{width}-{scheme}.png") });
            var found = await page.Page.RunAxe();
            Assert.Empty(
                found.Violations.Select(rule => $"{rule.Id}: {rule.Help}: {string.Join(" | ", rule.Nodes.Select(node => node.Html))}"));
            Assert.Equal(width, await page.Page.EvaluateAsync<int>("() => document.documentElement.scrollWidth"));
        }
    }
}
