[assembly: AssemblyFixture(typeof(Bridge.Page.Tests.Chromium))]
// Starting takes longer than the tests, so all tests that don't stop them share one browser and one game.
[assembly: AssemblyFixture(typeof(Bridge.Testing.Http.RunningGame))]
// An active page uses most of a core.
[assembly: CollectionBehavior(DisableTestParallelization = true)]

namespace Bridge.Page.Tests;

/// <summary>One Chromium for all tests, Debian's; test.sh installs it.</summary>
public sealed class Chromium : IAsyncLifetime
{
    private const string Program = "/usr/bin/chromium";

    private IPlaywright? _playwright;
    private IBrowser? _browser;

    public async ValueTask InitializeAsync()
    {
        SetDefaultExpectTimeout((float)Eventually.Patience.TotalMilliseconds);
        _playwright = await Playwright.CreateAsync();
        _browser = await _playwright.Chromium.LaunchAsync(new BrowserTypeLaunchOptions
        {
            ExecutablePath = Program,
            // Chromium's sandbox doesn't work for root, and builds often run as root.
            Args = ["--no-sandbox"],
        });
    }

    public async ValueTask DisposeAsync()
    {
        if (_browser is not null)
            await _browser.DisposeAsync();
        _playwright?.Dispose();
    }

    /// <summary>Opens a page in a profile of its own; one less than 900 pixels high is a phone with a touch screen.</summary>
    public Task<IPage> OpenAsync(int width = 1280, ColorScheme scheme = ColorScheme.Light, int height = 900) =>
        _browser!.NewPageAsync(new BrowserNewPageOptions
        {
            ViewportSize = new ViewportSize { Width = width, Height = height },
            HasTouch = height < 900,
            IsMobile = height < 900,
            ColorScheme = scheme,
            Permissions = ["clipboard-read", "clipboard-write"],
        });
}
