using Bridge.Api.Tests.Features;

namespace Bridge.Api.Tests.Server.Security;

public sealed class HeaderTests(RefusingBridge bridge)
{
    [Theory]
    [InlineData("GET", "/health/live", 200)]
    [InlineData("GET", "/emulators", 200)]
    [InlineData("GET", "/nothing", 404)]
    [InlineData("HEAD", "/emulators", 200)]
    [InlineData("OPTIONS", "/emulators", 405)]
    [InlineData("GET", "/emulators/default/memory/nowhere", 400)]
    [InlineData("GET", "/", 200)]
    [InlineData("GET", "/swagger/index.html", 200)]
    [InlineData("GET", "/swagger/swagger-ui-bundle.js", 200)]
    [InlineData("GET", "/docs/troubleshooting.md", 200)]
    public async Task Every_response_forbids_sniffing_and_caching_and_every_page_forbids_framing(string method,
        string path, int status)
    {
        using var handler = new HttpClientHandler { AllowAutoRedirect = false };
        using var client = new HttpClient(handler) { BaseAddress = bridge.Client.BaseAddress };
        client.DefaultRequestHeaders.UserAgent.ParseAdd("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0");
        using var response = await client.SendAsync(new HttpRequestMessage(new HttpMethod(method), path));
        Assert.Equal(status, (int)response.StatusCode);
        string Header(string name) => string.Join('|', response.Headers.GetValues(name));
        Assert.Equal(("nosniff", "same-origin"), (Header("X-Content-Type-Options"), Header("Cross-Origin-Resource-Policy")));
        var isPage = path == "/" || path.StartsWith("/swagger", StringComparison.Ordinal);
        if (isPage)
        {
            var policy = Header("Content-Security-Policy");
            Assert.StartsWith("default-src 'none'", policy, StringComparison.Ordinal);
            Assert.EndsWith("frame-ancestors 'none'", policy, StringComparison.Ordinal);
            Assert.DoesNotContain("script-src 'self' 'unsafe", policy, StringComparison.Ordinal);
            Assert.Equal("DENY", Header("X-Frame-Options"));
        }

        // Content that isn't HTML can't be framed as a page as long as browsers don't guess its type.
        Assert.Equal(path is "/" or "/swagger/index.html", response.Content.Headers.ContentType?.MediaType == "text/html");
        // A browser may cache the bridge's own pages, but must revalidate them.
        if (!isPage)
            Assert.Equal("no-store", Header("Cache-Control"));
        Assert.False(response.Headers.Contains("Server"));
        Assert.DoesNotContain(response.Headers, header => header.Key.StartsWith("Access-Control", StringComparison.OrdinalIgnoreCase));
    }

    [Theory]
    [InlineData("User-Agent",
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15", true)]
    [InlineData("Accept-Language", "de", true)]
    [InlineData("User-Agent", "curl/8.14.1", false)]
    [InlineData("Accept", "*/*", false)]
    public async Task Headers_for_browsers_are_only_sent_to_clients_that_may_be_browsers(string name, string value, bool isTold)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, "/emulators");
        request.Headers.TryAddWithoutValidation(name, value);
        using var response = await bridge.Client.SendAsync(request);
        Assert.Equal((isTold, isTold),
            (response.Headers.Contains("X-Content-Type-Options"), response.Headers.Contains("Cross-Origin-Resource-Policy")));
        Assert.True(response.Headers.CacheControl?.NoStore);
    }
}
