using System.Text.Json;
using System.Text.RegularExpressions;
using Deque.AxeCore.Playwright;

namespace Bridge.Page.Tests;

/// <summary>The tree of save states, with pictures.</summary>
public sealed class StateTreeTests(Chromium browser, RunningGame game, StockGame stock) : IClassFixture<StockGame>, IAsyncDisposable
{
    private const string States = "/emulators/default/states";
    private const string Hold = "/emulators/default/frames/hold";

    public async ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        using var released = await game.Client.AskAsync("DELETE", $"{Hold}?force=true");
        foreach (var state in (await game.Client.GetJsonAsync(States)).GetProperty("states").EnumerateArray())
            using (await game.Client.AskAsync("DELETE", $"{States}/{state.GetProperty("name")}")) { }
        await game.PlaysAsync();
    }

    private Task<JsonElement> FreezeAsync() => game.Client.AskForJsonAsync("POST", Hold, """{"leaseSeconds": 60}""");

    private async Task SaveAsync(string path)
    {
        using var saved = await game.Client.AskAsync("PUT", path);
        saved.EnsureSuccessStatusCode();
    }

    private Task<JsonElement> StepAsync(int frames, string buttons = "") =>
        game.Client.AskForJsonAsync("POST", "/emulators/default/frames/step", $$"""{"frames": {{frames}}, "buttons": [{{buttons}}]}""");

    // A camp, from which one way leads to a gate and on to a boss, and another to a lake.
    private async Task PlayAsync()
    {
        await FreezeAsync();
        await SaveAsync($"{States}/camp?note=By+the+fire");
        await StepAsync(60);
        await SaveAsync($"{States}/gate");
        await StepAsync(120, "\"A\"");
        await SaveAsync($"{States}/boss?note=With+the+key,+and+all+lives");
        await game.Client.AskForJsonAsync("POST", $"{States}/camp/load");
        await StepAsync(30, "\"B\"");
        await SaveAsync($"{States}/lake");
    }

    private static ILocator Row(PlayedPage page, string name) => page.Part("state-list").GetByRole(AriaRole.Listitem)
        .Filter(new LocatorFilterOptions { Has = page.Page.Locator($"strong:text-is(\"{name}\")") });

    private static ILocator Button(PlayedPage page, string name) =>
        page.Part("state-list").GetByRole(AriaRole.Button, new LocatorGetByRoleOptions { Name = name, Exact = true });

    private static Task<string> DepthAsync(PlayedPage page, string name) =>
        Row(page, name).EvaluateAsync<string>("row => row.style.getPropertyValue('--depth')");

    [Fact]
    public async Task States_are_a_tree_with_pictures_of_their_moments()
    {
        await PlayAsync();
        await using var page = await PlayedPage.OpenAsync(browser, game.Bridge);
        await page.ShowsStateAsync("Frozen");
        await Expect(page.Part("state-list").Locator("strong")).ToHaveTextAsync(["camp", "gate", "boss", "lake"]);
        Assert.Equal(("0", "1", "1", "1"), (await DepthAsync(page, "camp"), await DepthAsync(page, "gate"),
            await DepthAsync(page, "boss"), await DepthAsync(page, "lake")));
        await Expect(Row(page, "camp")).ToContainTextAsync("By the fire");
        await Expect(Row(page, "boss")).ToContainTextAsync("2.0 s after gate");
        await Expect(Row(page, "lake")).ToContainTextAsync("0.5 s after camp");
        await Row(page, "boss").ScrollIntoViewIfNeededAsync();
        await Expect(Row(page, "boss").Locator("img")).ToHaveJSPropertyAsync("naturalWidth", 240);
        // The first state has no parent from which it could be replayed.
        await Expect(Button(page, "Load camp")).ToBeVisibleAsync();
        await Expect(Row(page, "camp").GetByRole(AriaRole.Button)).ToHaveTextAsync(["Load", "Delete…", "Code"]);
    }

    [Fact]
    public async Task A_state_is_saved_with_a_note_by_the_keyboard()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await page.Part("state-name").FillAsync("noted");
        await page.Page.Keyboard.PressAsync("Tab");
        await Expect(page.Part("state-note")).ToBeFocusedAsync();
        await page.Page.Keyboard.TypeAsync(" <b>A & B</b>? ");
        await page.Page.Keyboard.PressAsync("Enter");
        await Expect(Row(page, "noted")).ToContainTextAsync("noted <b>A & B</b>?");
        await Expect(page.Part("state-note")).ToHaveValueAsync("");
        var saved = (await game.Client.GetJsonAsync($"{States}?tree=true")).GetProperty("states")[0];
        Assert.Equal("<b>A & B</b>?", saved.GetProperty("note").GetString());
    }

    [Fact]
    public async Task A_replay_proves_the_way()
    {
        await PlayAsync();
        var presses = await game.PressesAsync(Testing.Http.Button.A);
        await using var page = await PlayedPage.OpenAsync(browser, game.Bridge);
        await Button(page, "Replay gate to boss").ClickAsync();
        await Expect(page.Page.Locator("#notice")).ToHaveTextAsync("Replayed gate to boss: all memory was equal.");
        await Expect(Button(page, "Replay gate to boss")).ToHaveTextAsync("Replay");
        Assert.Equal(presses + 1, await game.PressesAsync(Testing.Http.Button.A));
    }

    [Fact]
    public async Task A_replay_is_stopped()
    {
        await FreezeAsync();
        await SaveAsync($"{States}/from");
        await StepAsync(600);
        await SaveAsync($"{States}/to");
        await using var page = await PlayedPage.OpenAsync(browser, game.Bridge);
        await Button(page, "Replay from to to").ClickAsync();
        await Button(page, "Stop the replay of to").ClickAsync();
        await Expect(page.Page.Locator("#notice")).ToHaveTextAsync("The replay of to was stopped.");
        await Expect(Button(page, "Replay from to to")).ToHaveTextAsync("Replay");
    }

    [Fact]
    public async Task Deleting_a_parent_is_confirmed_and_leaves_what_followed()
    {
        await PlayAsync();
        await using var page = await PlayedPage.OpenAsync(browser, game.Bridge);
        await Button(page, "Delete gate").ClickAsync();
        var dialog = page.Page.GetByRole(AriaRole.Dialog);
        await Expect(dialog).ToContainTextAsync("Delete the state gate? It can't be restored. The way to boss can still be replayed.");
        await dialog.GetByRole(AriaRole.Button, new LocatorGetByRoleOptions { Name = "Cancel" }).ClickAsync();
        await Expect(Row(page, "gate")).ToBeVisibleAsync();
        await Button(page, "Delete gate").ClickAsync();
        await dialog.GetByRole(AriaRole.Button, new LocatorGetByRoleOptions { Name = "Delete" }).ClickAsync();
        await Expect(Row(page, "gate")).ToHaveCountAsync(0);
        await Expect(Row(page, "boss")).ToContainTextAsync("2.0 s after the deleted gate");
        await Button(page, "Replay gate to boss").ClickAsync();
        await Expect(page.Page.Locator("#notice")).ToHaveTextAsync("Replayed gate to boss: all memory was equal.");
    }

    [Fact]
    public async Task A_state_that_is_gone_is_told()
    {
        await PlayAsync();
        await using var page = await PlayedPage.OpenAsync(browser, game.Bridge);
        await Expect(Row(page, "lake")).ToBeVisibleAsync();
        (await game.Client.AskAsync("DELETE", $"{States}/lake")).Dispose();
        page.Expected = "Failed to load resource: the server responded with a status of 404";
        await Button(page, "Load lake").ClickAsync();
        await Expect(page.Page.Locator("#notice")).ToContainTextAsync("no state \"lake\"");
    }

    [Fact]
    public async Task Without_a_history_states_have_no_replay()
    {
        await using var page = await PlayedPage.OpenAsync(browser, stock);
        await page.Part("state-name").FillAsync("stock");
        await page.ClickAsync("Save states", "Save");
        await Row(page, "stock").ScrollIntoViewIfNeededAsync();
        await Expect(Row(page, "stock").Locator("img")).ToHaveJSPropertyAsync("naturalWidth", 240);
        await Expect(Row(page, "stock").GetByRole(AriaRole.Button)).ToHaveTextAsync(["Load", "Delete…", "Code"]);
    }

    [Theory]
    [InlineData(1280, 900, ColorScheme.Light)]
    [InlineData(1280, 900, ColorScheme.Dark)]
    [InlineData(390, 844, ColorScheme.Light)]
    [InlineData(390, 844, ColorScheme.Dark)]
    [InlineData(320, 568, ColorScheme.Dark)]
    public async Task The_tree_fits_the_window_and_is_accessible(int width, int height, ColorScheme scheme)
    {
        await PlayAsync();
        await using var page = await PlayedPage.OpenAsync(browser, game.Bridge, width, scheme, height: height);
        await Expect(Row(page, "lake")).ToBeVisibleAsync();
        // A picture is loaded once it is scrolled into view.
        foreach (var name in new[] { "camp", "gate", "boss", "lake" })
        {
            await Row(page, name).ScrollIntoViewIfNeededAsync();
            await Expect(Row(page, name).Locator("img")).ToHaveJSPropertyAsync("naturalWidth", 240);
        }

        await page.Card("Save states").ScreenshotAsync(new LocatorScreenshotOptions
            { Path = RepositoryRoot.Combine("artifacts", "page", $"states-{width}-{scheme}.png") });
        var found = await page.Page.RunAxe();
        Assert.Empty(
            found.Violations.Select(rule => $"{rule.Id}: {rule.Help}: {string.Join(" | ", rule.Nodes.Select(node => node.Html))}"));
        Assert.Equal(width, await page.Page.EvaluateAsync<int>("() => document.documentElement.scrollWidth"));
    }
}
