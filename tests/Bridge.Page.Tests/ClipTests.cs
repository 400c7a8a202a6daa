using System.Text.RegularExpressions;

namespace Bridge.Page.Tests;

/// <summary>Clips of the last seconds, made and shown by the page.</summary>
public sealed class ClipTests(Chromium browser, RunningGame game)
{
    private const string Mine = "a-token-that-may-do-all";

    private static async Task MakeAsync(PlayedPage page, string format)
    {
        if (!await page.Part("clip-panel").IsVisibleAsync())
            await page.Part("clip").ClickAsync();
        await page.Part("clip-format").SelectOptionAsync(format);
        await page.Part("clip-make").ClickAsync();
    }

    [Fact]
    public async Task A_GIF_is_made_shown_and_saved()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await game.PlayOnAsync(120);
        var clips = await game.ClipsAsync();
        await MakeAsync(page, "gif");
        var picture = page.Part("clip-preview").Locator("img");
        await Expect(picture).ToHaveJSPropertyAsync("naturalWidth", 240);
        await Expect(page.Part("clip-said")).ToHaveTextAsync(new Regex(@"^GIF, [0-9.]+ s, [0-9]+ KiB\.$"));
        var download = await page.Page.RunAndWaitForDownloadAsync(() => page.Part("clip-download").ClickAsync());
        Assert.Matches(@"^BUTTONTEST [0-9]+-[0-9]+\.gif$", download.SuggestedFilename);
        Assert.Equal("GIF89a"u8.ToArray(), (await File.ReadAllBytesAsync(await download.PathAsync()))[..6]);
        await Eventually.HoldsAsync(async () => await game.ClipsAsync() <= clips, "the clip is deleted");

        await page.Page.EvaluateAsync("() => { window.revoked = []; URL.revokeObjectURL = address => window.revoked.push(address); }");
        var address = await picture.GetAttributeAsync("src");
        await MakeAsync(page, "wav");
        // It has a duration only if the content security policy let the page load the file.
        await Eventually.HoldsAsync(async () => await page.Part("clip-preview").Locator("audio").EvaluateAsync<bool>(
            "audio => audio.duration > 0.5"), "the sound can be played");
        Assert.Equal([address!], await page.Page.EvaluateAsync<string[]>("() => window.revoked"));
    }

    [Fact]
    public async Task The_clip_of_the_slider_begins_at_its_frame()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await game.PlayOnAsync(120);
        await page.Part("moment").FocusAsync();
        await page.Page.Keyboard.PressAsync("ArrowLeft");
        await Expect(page.Part("back-to-now")).ToBeVisibleAsync();
        var frame = await page.Part("moment").InputValueAsync();
        await page.Part("clip").ClickAsync();
        await Expect(page.Part("clip-length").Locator(":checked")).ToHaveTextAsync(new Regex(@"^Slider to now, [0-9.]+ s$"));
        var request = await page.Page.RunAndWaitForRequestAsync(
            () => page.Part("clip-make").ClickAsync(),
            request => request.Method == "POST" && request.PostData?.Contains("\"gif\"", StringComparison.Ordinal) == true);
        Assert.StartsWith($"{{\"from\":{frame},\"to\":", request.PostData, StringComparison.Ordinal);
        await Expect(page.Part("clip-download")).ToBeVisibleAsync();
    }

    [Fact]
    public async Task A_missing_program_is_explained_and_the_token_is_sent()
    {
        await using var bridge = new BridgeHost(("Bridge:Emulators:default:Port", $"{game.Emulator.Port}"), game.Secret,
            ("Bridge:RomFolder", game.RomFolder), ("Bridge:OnDemand:Program", HostProgram.Path),
            ("Bridge:Clips:Ffmpeg", "/nowhere/ffmpeg"), ("Bridge:Tokens:me:Value", Mine));
        await using var page = await PlayedPage.OpenAsync(browser, bridge);
        page.Expected = "Failed to load resource: the server responded with a status of";
        await page.Page.GetByLabel("Token", new PageGetByLabelOptions { Exact = true }).Last.FillAsync(Mine);
        await page.Page.GetByRole(AriaRole.Button, new PageGetByRoleOptions { Name = "Continue", Exact = true }).ClickAsync();
        await page.PlaysAsync();
        await MakeAsync(page, "mp4");
        await Expect(page.Part("clip-said")).ToHaveTextAsync(new Regex("^The bridge needs ffmpeg to write mp4"));
        await Expect(page.Part("clip-said")).ToHaveClassAsync(new Regex("bad"));
        await Expect(page.Part("clip-work")).ToBeHiddenAsync();
        await MakeAsync(page, "apng");
        await Expect(page.Part("clip-preview").Locator("img")).ToHaveJSPropertyAsync("naturalWidth", 240);
    }
}
