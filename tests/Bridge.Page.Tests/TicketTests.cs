using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace Bridge.Page.Tests;

/// <summary>A page of another site that has a ticket shows what it opens, and nothing else.</summary>
public sealed class TicketTests(Chromium browser, RunningGame game)
{
    private const string Token = "a-token-that-may-do-all";
    private const string Emulator = "/emulators/default";

    // A stream of pictures never finishes loading, so its first picture counts as shown.
    private const string Show = """
        url => new Promise(done => {
          const picture = new Image();
          const look = setInterval(() => picture.naturalWidth > 0 && end("shown"), 20);
          const end = what => { clearInterval(look); picture.onerror = null; picture.src = ""; done(what); };
          picture.onerror = () => end("blocked");
          picture.src = url;
        })
        """;

    private const string Read = "url => fetch(url).then(response => `read ${response.status}`, () => 'blocked')";

    private const string Listen = """
        url => new Promise(done => {
          const events = new EventSource(url);
          events.onopen = () => { events.close(); done("open"); };
          events.onerror = () => { events.close(); done("blocked"); };
        })
        """;

    [Theory]
    [InlineData("localhost")]
    [InlineData("127.0.0.1")]
    public async Task A_ticket_opens_one_thing_from_a_page_of_another_origin_until_it_ends(string host)
    {
        await using var site = await StartSiteAsync();
        await using var bridge = Start();
        var address = bridge.Client.BaseAddress!.GetLeftPart(UriPartial.Authority);
        var (id, url) = await MakeAsync(bridge, "screen");
        var secret = url.Split("?ticket=")[1];
        var page = await browser.OpenAsync();
        await page.GotoAsync($"http://{host}:{new Uri(site.Urls.Single()).Port}/");
        Task<string> RunAsync(string script, string path) => page.EvaluateAsync<string>(script, address + path);

        Assert.Equal("shown", await RunAsync(Show, url));
        Assert.Equal("shown", await RunAsync(Show, $"{Emulator}/screen?ticket={secret}&scale=2"));

        Assert.Equal("blocked", await RunAsync(Show, $"{Emulator}/screen"));
        Assert.Equal("blocked", await RunAsync(Show, $"{Emulator}/screen?ticket={new string('a', secret.Length)}"));
        Assert.Equal("blocked", await RunAsync(Read, $"{Emulator}/screen?ticket={secret}"));
        Assert.Equal("blocked", await RunAsync(Read, $"{Emulator}/memory/0x02000000?ticket={secret}"));
        Assert.Equal("blocked", await RunAsync(Listen, $"{Emulator}/events?ticket={secret}"));
        Assert.Equal("blocked", await RunAsync(Listen, (await MakeAsync(bridge, "events")).Url));

        using var revoked = await AskAsync(bridge, HttpMethod.Delete, $"{Emulator}/tickets/{id}");
        Assert.Equal(204, (int)revoked.StatusCode);
        Assert.Equal("blocked", await RunAsync(Show, url));
        Assert.Equal("blocked", await RunAsync(Show, $"{Emulator}/screen?ticket={secret}"));
        await page.Context.CloseAsync();
    }

    [Fact]
    public async Task A_page_of_a_configured_site_listens_to_events_with_a_ticket()
    {
        await using var site = await StartSiteAsync();
        await using var bridge = Start(("Bridge:Origins:0", site.Urls.Single()));
        var address = bridge.Client.BaseAddress!.GetLeftPart(UriPartial.Authority);
        var page = await browser.OpenAsync();
        await page.GotoAsync(site.Urls.Single());

        Assert.Equal("open", await page.EvaluateAsync<string>(Listen, address + (await MakeAsync(bridge, "events")).Url));
        Assert.Equal("blocked", await page.EvaluateAsync<string>(Listen, $"{address}{Emulator}/events"));
        await page.Context.CloseAsync();
    }

    private static async Task<WebApplication> StartSiteAsync()
    {
        var site = WebApplication.CreateSlimBuilder().Build();
        site.Urls.Add("http://127.0.0.1:0");
        site.Run(context => context.Response.WriteAsync("<!doctype html><link rel=icon href=data:,>"));
        await site.StartAsync();
        return site;
    }

    private BridgeHost Start(params (string Name, string Value)[] settings) => new(
        [("Bridge:Emulators:default:Port", $"{game.Emulator.Port}"), game.Secret, ("Bridge:Tokens:me:Value", Token), .. settings]);

    private static async Task<(string Id, string Url)> MakeAsync(BridgeHost bridge, string purpose)
    {
        using var response = await AskAsync(bridge, HttpMethod.Post, $"{Emulator}/tickets", $$"""{"for": "{{purpose}}"}""");
        Assert.Equal(201, (int)response.StatusCode);
        var ticket = JsonDocument.Parse(await response.Content.ReadAsStringAsync()).RootElement;
        return (ticket.GetProperty("id").GetString()!, ticket.GetProperty("url").GetString()!);
    }

    private static Task<HttpResponseMessage> AskAsync(BridgeHost bridge, HttpMethod method, string path, string? json = null) =>
        bridge.Client.SendAsync(new HttpRequestMessage(method, path)
        {
            Headers = { { "Authorization", $"Bearer {Token}" } },
            Content = json is null ? null : new StringContent(json, System.Text.Encoding.UTF8, "application/json"),
        });
}
