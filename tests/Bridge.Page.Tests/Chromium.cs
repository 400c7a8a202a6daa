[assembly: AssemblyFixture(typeof(Bridge.Page.Tests.Chromium))]
// What starts takes longer than what is tested, so there is one browser and one game for all who don't take it down.
[assembly: AssemblyFixture(typeof(Bridge.Testing.Http.RunningGame))]
// A page that plays takes most of a core.
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
            // Its sandbox refuses to work for root, as which builds often run.
            Args = ["--no-sandbox"],
        });
    }

    public async ValueTask DisposeAsync()
    {
        if (_browser is not null)
            await _browser.DisposeAsync();
        _playwright?.Dispose();
    }

    /// <summary>Opens a page in a profile of its own.</summary>
    public Task<IPage> OpenAsync(int width = 1280, ColorScheme scheme = ColorScheme.Light) =>
        _browser!.NewPageAsync(new BrowserNewPageOptions
        {
            ViewportSize = new ViewportSize { Width = width, Height = 900 },
            ColorScheme = scheme,
            Permissions = ["clipboard-read", "clipboard-write"],
        });
}
