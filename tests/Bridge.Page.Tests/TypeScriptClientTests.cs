using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.FileProviders;

namespace Bridge.Page.Tests;

/// <summary>The TypeScript client in a browser, on a page of the bridge and on a page of a configured site.</summary>
public sealed class TypeScriptClientTests(Chromium browser, RunningGame game)
{
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

    // The module and the bridge's address.
    private static readonly string[] OwnBridge = ["/client/index.js", ""];

    private static readonly string Built = RepositoryRoot.Combine("clients", "typescript", "dist");

    [Fact]
    public async Task It_plays_on_a_page_of_the_bridge()
    {
        RequireBuild();
        await using var page = await PlayedPage.OpenAsync(browser, game.Bridge, fragment: "swagger/index.html");
        page.Expected = "Failed to load resource: the server responded with a status of 404";
        await page.Page.RouteAsync("**/client/*.js", route => route.FulfillAsync(new RouteFulfillOptions
            { Path = Path.Combine(Built, Path.GetFileName(route.Request.Url)), ContentType = "text/javascript" }));

        Assert.Equal("presses of Left,1,true,unknown-rom", await page.Page.EvaluateAsync<string>(Play, OwnBridge));
    }

    [Fact]
    public async Task It_plays_on_a_page_of_a_configured_site()
    {
        RequireBuild();
        await using var site = WebApplication.CreateSlimBuilder().Build();
        site.Urls.Add("http://127.0.0.1:0");
        site.UseStaticFiles(new StaticFileOptions { FileProvider = new PhysicalFileProvider(Built) });
        site.Run(context => context.Response.WriteAsync("<!doctype html><link rel=icon href=data:,>"));
        await site.StartAsync();
        var origin = site.Urls.Single();
        await using var bridge = new BridgeHost(("Bridge:Emulators:default:Port", $"{game.Emulator.Port}"), game.Secret,
            ("Bridge:Origins:0", origin), ("Bridge:RomFolder", game.RomFolder), ("Bridge:OnDemand:Program", HostProgram.Path));
        await bridge.ReachesAsync("running");
        var page = await browser.OpenAsync();
        await page.GotoAsync(origin);

        Assert.Equal("presses of Left,1,true,unknown-rom",
            await page.EvaluateAsync<string>(Play, new[] { "/index.js", bridge.Client.BaseAddress!.ToString() }));
        await page.Context.CloseAsync();
    }

    private static void RequireBuild() =>
        Assert.SkipUnless(File.Exists(Path.Combine(Built, "index.js")), "clients/typescript/test.sh build was not run or had no compiler.");
}
