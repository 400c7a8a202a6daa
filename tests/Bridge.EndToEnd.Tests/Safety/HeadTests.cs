namespace Bridge.EndToEnd.Tests.Safety;

/// <summary>HEAD: like GET, without the body, and without an effect.</summary>
public sealed class HeadTests(RunningGame game) : IClassFixture<RunningGame>, IDisposable
{
    // One connection, which bytes of a body would break.
    private readonly HttpClient _client =
        new(new SocketsHttpHandler { MaxConnectionsPerServer = 1 }) { BaseAddress = game.Client.BaseAddress };

    public void Dispose() => _client.Dispose();

    [Theory]
    [InlineData("/")]
    [InlineData("/health")]
    [InlineData("/health/live")]
    [InlineData("/health/ready")]
    [InlineData("/metrics")]
    [InlineData("/emulators")]
    [InlineData("/emulators/default")]
    [InlineData("/emulators/default/screen")]
    [InlineData("/emulators/default/memory/0x02000000?type=u16")]
    [InlineData("/emulators/default/memory/0x02000000?length=100000")]
    [InlineData("/emulators/default/memory/nowhere")]
    [InlineData("/emulators/default/nothing")]
    [InlineData("/emulators/default/buttons")]
    [InlineData("/emulators/default/frames/wait")]
    [InlineData("/emulators/default/state")]
    [InlineData("/emulators/default/states")]
    [InlineData("/emulators/nobody")]
    [InlineData("/core/getgametitle")]
    [InlineData("/swagger/v1/swagger.json")]
    [InlineData("/openapi/v1.json")]
    [InlineData("/client.js")]
    [InlineData("/docs/troubleshooting.md")]
    [InlineData("/bridge.lua")]
    public async Task It_answers_like_GET(string path)
    {
        using var get = await _client.GetAsync(path);
        using var head = await _client.SendAsync(new HttpRequestMessage(HttpMethod.Head, path));
        Assert.Equal((get.StatusCode, $"{get.Content.Headers.ContentType}"), (head.StatusCode, $"{head.Content.Headers.ContentType}"));
        Assert.Equal($"{get.Headers.CacheControl}", $"{head.Headers.CacheControl}");
        Assert.Empty(await head.Content.ReadAsByteArrayAsync());
        using var next = await _client.GetAsync("/health/live");
        Assert.Equal("live", await next.Content.ReadAsStringAsync());
    }

    [Theory]
    [InlineData("/emulators/default/events", "text/event-stream")]
    [InlineData("/emulators/default/screen/stream", "multipart/x-mixed-replace")]
    public async Task A_stream_answers_at_once_and_asks_proxies_not_to_collect_it(string path, string type)
    {
        using var head = await _client.SendAsync(new HttpRequestMessage(HttpMethod.Head, path));
        using var get = await game.Client.GetAsync(path, HttpCompletionOption.ResponseHeadersRead);
        foreach (var response in (HttpResponseMessage[])[head, get])
        {
            Assert.Equal((200, type), ((int)response.StatusCode, response.Content.Headers.ContentType?.MediaType));
            Assert.Equal("no", Assert.Single(response.Headers.GetValues("X-Accel-Buffering")));
            Assert.Equal((true, true), (response.Headers.CacheControl?.NoStore, response.Headers.CacheControl?.NoTransform));
        }
    }

    [Fact]
    public async Task A_known_version_is_not_sent_again()
    {
        using var get = await _client.GetAsync("/");
        using var request = new HttpRequestMessage(HttpMethod.Head, "/") { Headers = { IfNoneMatch = { get.Headers.ETag! } } };
        using var head = await _client.SendAsync(request);
        Assert.Equal(304, (int)head.StatusCode);
    }

    [Fact]
    public async Task It_presses_nothing()
    {
        var before = await game.PressesAsync(Button.Start);
        using var head = await _client.SendAsync(
            new HttpRequestMessage(HttpMethod.Head, "/emulators/default/buttons/press?buttons=Start&wait=false"));
        Assert.Equal((405, "GET"), ((int)head.StatusCode, Assert.Single(head.Content.Headers.Allow)));
        await game.PlayOnAsync(5);
        Assert.Equal(before, await game.PressesAsync(Button.Start));
    }

    [Fact]
    public async Task It_needs_the_scope_of_GET()
    {
        await using var bridge = new BridgeHost(("Bridge:Emulators:default:Port", $"{game.Emulator.Port}"), game.Secret,
            ("Bridge:Tokens:reader:Value", "reader-0123456789abcdef"), ("Bridge:Tokens:reader:Scopes:0", "read"));
        foreach (var (path, status) in ((string, int)[])[("/emulators", 401), ("/health/live", 200)])
        {
            using var head = await bridge.Client.SendAsync(new HttpRequestMessage(HttpMethod.Head, path));
            Assert.Equal(status, (int)head.StatusCode);
        }
    }
}
