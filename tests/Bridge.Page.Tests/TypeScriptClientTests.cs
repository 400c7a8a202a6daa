using System.Text.RegularExpressions;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.FileProviders;

namespace Bridge.Page.Tests;

/// <summary>The TypeScript client in a browser, on a page of the bridge and on a page of a configured site.</summary>
public sealed partial class TypeScriptClientTests(Chromium browser, RunningGame game)
{
    // Presses Left, whose counter is at 0x0200002a, and returns what the client reports about that.
    private const string Play = """
        async ([module, address]) => {
          const { Bridge, ProblemError, u16 } = await import(module);
          const bridge = new Bridge(address), game = bridge.emulator(), place = u16(0x0200002a);
          const watch = await game.watch(place, { name: "presses of Left" });
          const events = await game.events({ topics: ["watch"], watches: [watch.id] });
          const { values: [before] } = await game.readMany([place]);
          await game.press("Left");
          const refused = await bridge.create({ rom: "none.gba" }).catch(error => error instanceof ProblemError ? error.type : `${error}`);
          for await (const { data, value } of events) return [data.name, value - before, (await game.screen()).frame > 0, refused].join();
        }
        """;

    // Returns the sentences of a read and a press that fail.
    private const string Tell = """
        async ([module, address]) => {
          const { Bridge } = await import(module);
          const game = new Bridge(address).emulator(), tell = error => `${error.name}: ${error.message}`;
          return [await game.read8(0).catch(tell), await game.press("A").catch(tell)];
        }
        """;

    private const string Show = """
        url => new Promise(done => {
          const picture = Object.assign(new Image(), { crossOrigin: "anonymous" });
          Object.assign(picture, { onload: () => done("shown"), onerror: () => done("blocked"), src: url });
        })
        """;

    // Arguments of Play on a page of the bridge: the module, and no address, which means the page's own.
    private static readonly string[] OwnBridge = ["/client.js", ""];

    private static readonly string Built = RepositoryRoot.Combine("clients", "typescript", "dist");

    [Fact]
    public async Task It_plays_on_a_page_of_the_bridge()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game.Bridge, fragment: "swagger/index.html");
        page.Expected = "Failed to load resource: the server responded with a status of 404";

        Assert.Equal("presses of Left,1,true,unknown-rom", await page.Page.EvaluateAsync<string>(Play, OwnBridge));
    }

    [Fact]
    public async Task It_plays_on_a_page_of_a_configured_site_and_shows_pictures()
    {
        RequireBuild();
        await using var site = await StartSiteAsync();
        var origin = site.Urls.Single();
        await using var bridge = await StartBridgeAsync(("Bridge:Origins:0", origin));
        var address = bridge.Client.BaseAddress!.ToString();
        var page = await browser.OpenAsync();
        await page.GotoAsync(origin);

        foreach (var module in (string[])["/index.js", $"{address}client.js"])
            Assert.Equal("presses of Left,1,true,unknown-rom", await page.EvaluateAsync<string>(Play, new[] { module, address }));
        Assert.Equal("shown", await page.EvaluateAsync<string>(Show, $"{address}emulators/default/screen"));
        await page.Context.CloseAsync();
    }

    [Fact]
    public async Task It_names_the_origin_that_the_bridge_does_not_allow()
    {
        RequireBuild();
        await using var site = await StartSiteAsync();
        var origin = site.Urls.Single();
        await using var bridge = await StartBridgeAsync(("Bridge:Origins:0", "https://example.org"));
        var address = bridge.Client.BaseAddress!.GetLeftPart(UriPartial.Authority);
        var page = await browser.OpenAsync();
        await page.GotoAsync(origin);
        var sent = new List<string>();
        page.Request += (_, request) => sent.Add(request.Url.StartsWith(address, StringComparison.Ordinal) ? request.Url : "");

        var told = await page.EvaluateAsync<string[]>(Tell, new[] { "/index.js", address });

        var sentence = $"ForeignOrigin: Pages of {origin} can't read answers of {address}: nothing answers there, or the bridge does not "
            + $"allow {origin}. To allow it, add it to the bridge's setting Bridge:Origins.";
        Assert.Equal([sentence, sentence], told);
        Assert.Equal(
            [$"{address}/emulators/default/memory/0x00000000?type=u8", $"{address}/health/live"], sent.Where(url => url.Length > 0));
        await page.Context.CloseAsync();
    }

    [Fact]
    public async Task The_page_of_its_README_plays()
    {
        var readme = await File.ReadAllTextAsync(RepositoryRoot.Combine("clients", "typescript", "README.md"));
        var example = ExamplePage().Match(readme).Groups[1].Value;
        await using var site = await StartSiteAsync();
        await using var bridge = await StartBridgeAsync(("Bridge:Origins:0", site.Urls.Single()));
        var address = bridge.Client.BaseAddress!.GetLeftPart(UriPartial.Authority);
        var before = await game.PressesAsync(Button.Start);
        var page = await browser.OpenAsync();
        await page.GotoAsync(site.Urls.Single());

        await page.SetContentAsync(example.Replace("http://127.0.0.1:7185", address, StringComparison.Ordinal)
            .Replace("new Bridge()", $"new Bridge(\"{address}\")", StringComparison.Ordinal));

        await Eventually.HoldsAsync(async () => await game.PressesAsync(Button.Start) == before + 1, "Start is pressed");
        await page.WaitForFunctionAsync("document.querySelector('img').naturalWidth === 240");
        await page.Context.CloseAsync();
    }

    [GeneratedRegex("```html\n(.*?)```", RegexOptions.Singleline)]
    private static partial Regex ExamplePage();

    private static async Task<WebApplication> StartSiteAsync()
    {
        Directory.CreateDirectory(Built);
        var site = WebApplication.CreateSlimBuilder().Build();
        site.Urls.Add("http://127.0.0.1:0");
        site.UseStaticFiles(new StaticFileOptions { FileProvider = new PhysicalFileProvider(Built) });
        site.Run(context => context.Response.WriteAsync("<!doctype html><link rel=icon href=data:,>"));
        await site.StartAsync();
        return site;
    }

    private async Task<BridgeHost> StartBridgeAsync(params (string Name, string Value)[] settings)
    {
        var bridge = new BridgeHost([("Bridge:Emulators:default:Port", $"{game.Emulator.Port}"), game.Secret,
            ("Bridge:RomFolder", game.RomFolder), ("Bridge:OnDemand:Program", HostProgram.Path), .. settings]);
        await bridge.ReachesAsync("running");
        return bridge;
    }

    private static void RequireBuild() =>
        Assert.SkipUnless(File.Exists(Path.Combine(Built, "index.js")), "clients/typescript/test.sh build was not run or had no compiler.");
}
