using System.Collections.Concurrent;

namespace Bridge.Page.Tests;

/// <summary>
/// The bridge's page in the browser, as a player sees it. Checks the browser's errors at its end.
/// </summary>
public sealed class PlayedPage : IAsyncDisposable
{
    // Another program changed the machine's network, as the start of a container does. The page repeats its requests.
    private const string NetworkChanged = "net::ERR_NETWORK_CHANGED";

    private readonly ConcurrentQueue<string> _complaints = new();

    private PlayedPage(IPage page)
    {
        Page = page;
        page.SetDefaultTimeout((float)Eventually.Patience.TotalMilliseconds);
        page.PageError += (_, error) => _complaints.Enqueue(error);
        page.Console += (_, message) =>
        {
            if (message.Type is "error" or "warning" && !message.Text.Contains(NetworkChanged, StringComparison.Ordinal))
                _complaints.Enqueue(message.Text);
        };
    }

    public IPage Page { get; }

    /// <summary>
    /// Gets or sets the prefix of the errors that a test expects; null: none. Chromium logs an error for each refused request.
    /// </summary>
    public string? Expected { get; set; }

    /// <summary>Opens the page of <paramref name="game"/>, and waits until it shows a running game.</summary>
    public static async Task<PlayedPage> OpenAsync(Chromium browser, RunningGame game, int width = 1280,
        ColorScheme scheme = ColorScheme.Light, int height = 900)
    {
        var page = await OpenAsync(browser, game.Bridge, width, scheme, height: height);
        await page.PlaysAsync();
        return page;
    }

    /// <summary>Opens the page of <paramref name="bridge"/> at this fragment, whatever it shows.</summary>
    public static async Task<PlayedPage> OpenAsync(Chromium browser, BridgeHost bridge, int width = 1280,
        ColorScheme scheme = ColorScheme.Light, string fragment = "", int height = 900)
    {
        var page = new PlayedPage(await browser.OpenAsync(width, scheme, height));
        await page.Page.GotoAsync(new Uri(bridge.Client.BaseAddress!, fragment).ToString());
        return page;
    }

    /// <summary>Waits until the page shows a running game.</summary>
    public async Task PlaysAsync()
    {
        await ShowsStateAsync("Running");
        await ShowsMemoryAsync();
    }

    /// <summary>Returns the element with this <c>data-part</c>.</summary>
    public ILocator Part(string name) => Page.Locator($"[data-part={name}]");

    /// <summary>Returns the region with this title.</summary>
    public ILocator Card(string title) => Page.GetByRole(AriaRole.Region, new PageGetByRoleOptions { Name = title, Exact = true });

    /// <summary>Clicks a button of a card.</summary>
    public Task ClickAsync(string card, string button) =>
        Card(card).GetByRole(AriaRole.Button, new LocatorGetByRoleOptions { Name = button, Exact = true }).ClickAsync();

    /// <summary>Waits until the page shows this state of the emulator.</summary>
    public Task ShowsStateAsync(string state) => Expect(Part("state")).ToHaveTextAsync(state);

    /// <summary>Waits until the first byte of the memory viewer has a value.</summary>
    public Task ShowsMemoryAsync() =>
        Expect(Part("hex").GetByRole(AriaRole.Gridcell).First).ToHaveTextAsync(new System.Text.RegularExpressions.Regex("^[0-9A-F]{2}$"));

    /// <summary>Returns the live picture as a text that differs when the picture does.</summary>
    public Task<string> PictureAsync() => Part("canvas").EvaluateAsync<string>("canvas => canvas.toDataURL()");

    /// <summary>Waits until the live picture is the emulator's present screen. The game must stand still.</summary>
    public async Task ShowsPresentAsync()
    {
        var screen = await Page.EvaluateAsync<string>(
            """
            async () => {
              const picture = await createImageBitmap(await (await fetch('/emulators/default/screen')).blob());
              const canvas = Object.assign(document.createElement('canvas'), { width: picture.width, height: picture.height });
              canvas.getContext('2d').drawImage(picture, 0, 0);
              return canvas.toDataURL();
            }
            """);
        await Eventually.HoldsAsync(async () => await PictureAsync() == screen, "the page shows the present screen");
    }

    /// <summary>Waits until the live picture changes.</summary>
    public async Task MovesAsync()
    {
        var before = await PictureAsync();
        await Eventually.HoldsAsync(async () => await PictureAsync() != before, "the picture moves");
    }

    public async ValueTask DisposeAsync()
    {
        await Page.Context.CloseAsync();
        Assert.DoesNotContain(_complaints, complaint => Expected is null || !complaint.StartsWith(Expected, StringComparison.Ordinal));
    }
}
